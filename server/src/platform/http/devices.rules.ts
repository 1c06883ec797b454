/** Browsers by what they say of themselves; those that also say the name of another come first. */
const browsers: readonly [RegExp, string][] = [
  [/\bInstagram\b/, 'Instagram'],
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPiOS|Opera)\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/.+\bSafari\//, 'Safari'],
];

const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac(intosh| OS X)\b/, 'Mac'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bLinux\b/, 'Linux'],
];

const matchName = (names: readonly [RegExp, string][], text: string) =>
  names.find(([pattern]) => pattern.test(text))?.[1];

/** A user agent in words: `Chrome no Windows`. What it does not tell is left open. */
export function describeDevice(userAgent: string): string {
  const browser = matchName(browsers, userAgent);
  const system = matchName(systems, userAgent);
  if (browser === undefined && system === undefined) return 'Dispositivo desconhecido';
  if (system === undefined) return `${browser}`;
  return `${browser ?? 'Navegador'} no ${system}`;
}
