import Benchmarks
import CommandOutput

await CommandProcess.run(BenchCommand.self)
