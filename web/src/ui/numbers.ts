const whole = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 0 });
const tenths = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });
const change = new Intl.NumberFormat('pt-BR', {
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
});

/** `1.234` */
export const countText = (count: number): string => whole.format(count);
/** `6,2`; `6` when that is all. */
export const decimalText = (value: number): string => tenths.format(value);
/** `95,5%` of 95.5, to one decimal at most. */
export const percentText = (percent: number): string => `${tenths.format(percent)}%`;
/** `+12`, `-3`, `0`. */
export const changeText = (difference: number): string => change.format(difference);
