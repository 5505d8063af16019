import Benchmarks
import Commands

await CommandProcess.run(BenchCommand.self)
