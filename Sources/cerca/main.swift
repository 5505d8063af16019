import Commands

await CommandProcess.run(Cerca.self)
