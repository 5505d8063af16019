import CercaCommand
import CommandOutput

await CommandProcess.run(Cerca.self)
