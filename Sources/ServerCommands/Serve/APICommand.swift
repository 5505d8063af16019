import API
import ArgumentParser

/// `cerca api`: prints what is generated from the table of routes; for the project's own build.
package struct APICommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "api", abstract: "Print the API as TypeScript or OpenAPI.", shouldDisplay: false)

    @Flag(help: "Print the TypeScript client.")
    var typescript = false

    @Flag(name: .customLong("openapi"), help: "Print the OpenAPI document.")
    var openAPI = false

    package func validate() throws {
        guard typescript != openAPI else { throw ValidationError("choose --typescript or --openapi") }
    }

    package func run() throws {
        print(typescript ? TypeScriptGenerator.module() : try OpenAPIGenerator.document(), terminator: "")
    }

    package init() {}
}
