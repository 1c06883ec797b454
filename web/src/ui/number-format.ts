const wholeFormat = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 0 });
const decimalFormat = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });
const changeFormat = new Intl.NumberFormat('pt-BR', {
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
});

/** `1.234` */
export const formatCount = (count: number): string => wholeFormat.format(count);
/** `6,2`, or `6` without a fraction */
export const formatDecimal = (value: number): string => decimalFormat.format(value);
/** `95,5%` for 95.5, with at most one decimal */
export const formatPercent = (percent: number): string => `${decimalFormat.format(percent)}%`;
/** `+12`, `-3`, `0` */
export const formatChange = (difference: number): string => changeFormat.format(difference);

const MEGABYTE = 1024 * 1024;

/** `3,1 MB`, `640 KB`. */
export function formatFileSize(bytes: number): string {
  if (bytes < MEGABYTE) return `${Math.ceil(bytes / 1024)} KB`;
  return `${decimalFormat.format(bytes / MEGABYTE)} MB`;
}

/** Rounds up, so that the size of a refused file never equals an accepted size. */
export function formatRefusedFileSize(bytes: number): string {
  return formatFileSize(
    bytes < MEGABYTE ? bytes : Math.ceil((bytes * 10) / MEGABYTE) * (MEGABYTE / 10),
  );
}
