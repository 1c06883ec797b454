/** The value of a cookie in a `Cookie` header. */
export function cookieOf(header: string | undefined, name: string): string | undefined {
  const pair = header?.split('; ').find((candidate) => candidate.startsWith(`${name}=`));
  return pair?.slice(name.length + 1);
}
