/** A point of a picture. */
export interface Point {
  x: number;
  y: number;
}

/** Where points of the code's own square are in the picture, as seen from anywhere (eight numbers of a projection). */
export type Plane = (x: number, y: number) => Point;

/** The projection that brings four points of the square to four of the picture; null when they are on a line. */
export function plane(from: readonly Point[], to: readonly Point[]): Plane | null {
  // Eight equations in eight unknown numbers.
  const rows = from.flatMap(({ x, y }, index) => {
    const { x: u, y: v } = to[index] ?? { x: 0, y: 0 };
    return [[x, y, 1, 0, 0, 0, -u * x, -u * y, u], [0, 0, 0, x, y, 1, -v * x, -v * y, v]];
  });
  const solved = solution(rows);
  if (solved === null) return null;
  const [a, b, c, d, e, f, g, h] = solved as [number, number, number, number, number, number, number, number];
  return (x, y) => {
    const depth = g * x + h * y + 1;
    return { x: (a * x + b * y + c) / depth, y: (d * x + e * y + f) / depth };
  };
}

/** What equations say, by elimination; the last number of each row is its right side. */
function solution(rows: number[][]): number[] | null {
  const count = rows.length;
  for (let column = 0; column < count; column += 1) {
    let best = column;
    for (let row = column + 1; row < count; row += 1) {
      if (Math.abs(rows[row]?.[column] ?? 0) > Math.abs(rows[best]?.[column] ?? 0)) best = row;
    }
    const pivot = rows[best];
    const other = rows[column];
    if (pivot === undefined || other === undefined || Math.abs(pivot[column] ?? 0) < 1e-12) return null;
    [rows[column], rows[best]] = [pivot, other];
    for (let row = 0; row < count; row += 1) {
      const line = rows[row];
      if (row === column || line === undefined) continue;
      const factor = (line[column] ?? 0) / (pivot[column] ?? 1);
      for (let index = column; index <= count; index += 1) line[index] = (line[index] ?? 0) - factor * (pivot[index] ?? 0);
    }
  }
  return rows.map((row, index) => (row[count] ?? 0) / (row[index] ?? 1));
}
