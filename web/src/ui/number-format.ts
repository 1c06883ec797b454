const wholeFormat = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 0 });
const decimalFormat = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });
const changeFormat = new Intl.NumberFormat('pt-BR', {
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
});

/** `1.234` */
export const formatCount = (count: number): string => wholeFormat.format(count);
/** `6,2`; `6` when that is all. */
export const formatDecimal = (value: number): string => decimalFormat.format(value);
/** `95,5%` of 95.5, to one decimal at most. */
export const formatPercent = (percent: number): string => `${decimalFormat.format(percent)}%`;
/** `+12`, `-3`, `0`. */
export const formatChange = (difference: number): string => changeFormat.format(difference);
