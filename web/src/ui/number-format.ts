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
