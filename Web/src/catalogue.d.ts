/** A catalogue of Strings/, as the bundler loads it. */
declare module "*.json" {
  const texts: Record<string, string>;
  export default texts;
}
