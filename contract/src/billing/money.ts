/** Formats an amount in cents like the plan cards: `0`, or two decimals (specification, section 2). */
export const formatAmount = (cents: number): string =>
  cents === 0
    ? '0'
    : (cents / 100).toLocaleString('pt-BR', {
        minimumFractionDigits: 2,
        maximumFractionDigits: 2,
      });

export const formatReais = (cents: number): string => `R$\u00a0${formatAmount(cents)}`;
