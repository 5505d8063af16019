#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Logistic regression with a ridge, fitted by Newton's method (iteratively reweighted least squares).
///
/// Features are brought to mean 0 and deviation 1 first, so that `ridge` holds all of them back alike; the intercept is
/// free. T. Hastie, R. Tibshirani, J. Friedman, "The Elements of Statistical Learning", sections 4.4.1 and 3.4.1.
public enum LogisticRegression {
    /// A case to learn from: its features, whether it is true, and how much it weighs.
    public typealias Example = (features: [Double], isTrue: Bool, weight: Double)

    /// The log-odds where every feature is zero, and what one more of each adds.
    ///
    /// It is nil without true and false examples of positive weight, or when the equations have no single solution.
    public static func fit(_ examples: [Example], ridge: Double) -> (intercept: Double, slopes: [Double])? {
        let total = examples.reduce(0) { $0 + $1.weight }
        guard let width = examples.first?.features.count, examples.allSatisfy({ $0.features.count == width }),
            examples.contains(where: { $0.isTrue && $0.weight > 0 }),
            examples.contains(where: { !$0.isTrue && $0.weight > 0 })
        else { return nil }
        let means = (0..<width).map { column in
            examples.reduce(0) { $0 + $1.weight * $1.features[column] } / total
        }
        let deviations = (0..<width).map { column in
            let variance = examples.reduce(0) { sum, example in
                let distance = example.features[column] - means[column]
                return sum + example.weight * distance * distance
            }
            return (variance / total).squareRoot()
        }
        // A feature that never varies says nothing: its slope stays 0.
        let rows = examples.map { example in
            [1] + (0..<width).map { deviations[$0] > 0 ? (example.features[$0] - means[$0]) / deviations[$0] : 0 }
        }
        guard let fitted = newton(rows, examples, ridge: ridge) else { return nil }
        let slopes = (0..<width).map { deviations[$0] > 0 ? fitted[$0 + 1] / deviations[$0] : 0 }
        return (fitted[0] - zip(slopes, means).reduce(0) { $0 + $1.0 * $1.1 }, slopes)
    }

    /// The coefficients that make the penalised likelihood greatest, the intercept first.
    private static func newton(_ rows: [[Double]], _ examples: [Example], ridge: Double) -> [Double]? {
        let width = rows[0].count
        var coefficients = [Double](repeating: 0, count: width)
        for _ in 0..<50 {
            var gradient = (0..<width).map { $0 == 0 ? 0 : -ridge * coefficients[$0] }
            var curvature = (0..<width).map { row in
                (0..<width).map { row == $0 && row > 0 ? ridge : 0 }
            }
            for (row, example) in zip(rows, examples) {
                let logOdds = zip(row, coefficients).reduce(0) { $0 + $1.0 * $1.1 }
                let probability = 1 / (1 + exp(-logOdds))
                let error = example.weight * ((example.isTrue ? 1 : 0) - probability)
                let spread = example.weight * probability * (1 - probability)
                for i in 0..<width {
                    gradient[i] += error * row[i]
                    for j in 0..<width { curvature[i][j] += spread * row[i] * row[j] }
                }
            }
            guard let step = solve(curvature, gradient) else { return nil }
            for i in 0..<width { coefficients[i] += step[i] }
            if step.allSatisfy({ abs($0) < 1e-10 }) { return coefficients }
        }
        return nil
    }

    /// The solution of the linear equations by Gaussian elimination with pivots, or nil when there is no single one.
    private static func solve(_ matrix: [[Double]], _ right: [Double]) -> [Double]? {
        var rows = zip(matrix, right).map { $0 + [$1] }
        let width = right.count
        for column in 0..<width {
            guard let pivot = (column..<width).max(by: { abs(rows[$0][column]) < abs(rows[$1][column]) }),
                abs(rows[pivot][column]) > 1e-12
            else { return nil }
            rows.swapAt(column, pivot)
            for row in column + 1..<width {
                let factor = rows[row][column] / rows[column][column]
                for k in column...width { rows[row][k] -= factor * rows[column][k] }
            }
        }
        var solution = [Double](repeating: 0, count: width)
        for row in (0..<width).reversed() {
            let known = (row + 1..<width).reduce(0) { $0 + rows[row][$1] * solution[$1] }
            solution[row] = (rows[row][width] - known) / rows[row][row]
        }
        return solution.allSatisfy(\.isFinite) ? solution : nil
    }
}
