/** A browser whose user agent also contains the name of another comes first. */
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

/** For example `Chrome no Windows`; without an unknown system, and `Navegador` for an unknown browser. */
export function describeDevice(userAgent: string): string {
  const browser = matchName(browsers, userAgent);
  const system = matchName(systems, userAgent);
  if (browser === undefined && system === undefined) return 'Dispositivo desconhecido';
  if (system === undefined) return `${browser}`;
  return `${browser ?? 'Navegador'} no ${system}`;
}
