export type CardEntry = {
  number: string;
  month: number;
  year: number;
  name: string | null;
  email: string | null;
};

export type CardDecline = {
  code: string;
  declineCode: string;
  message: string;
  userMessage: string;
};

type TestCard = {
  country?: string;
  brand?: string;
  decline?: CardDecline;
  /** The card can be saved, but every charge fails. */
  chargeDecline?: CardDecline;
  /** The bank requires authentication: when the card is saved, or for every payment. */
  authentication?: 'once' | 'always';
  isDisputed?: true;
  /** The bank returns each refund some time later. */
  failsRefunds?: true;
};

const GENERIC_DECLINE: CardDecline = {
  code: 'card_declined',
  declineCode: 'generic_decline',
  message: 'Your card was declined.',
  userMessage: 'Seu cartão foi recusado. Tente outro cartão ou fale com o seu banco.',
};

const CARDS: Record<string, TestCard> = {
  '4242424242424242': {},
  '5555555555554444': { brand: 'mastercard' },
  '4000000760000002': { country: 'BR' },
  '4000000000000002': { decline: GENERIC_DECLINE },
  '4000000000009995': {
    decline: {
      code: 'card_declined',
      declineCode: 'insufficient_funds',
      message: 'Your card has insufficient funds.',
      userMessage: 'Saldo insuficiente no cartão. Tente outro cartão.',
    },
  },
  '4000000000000069': {
    decline: {
      code: 'expired_card',
      declineCode: 'expired_card',
      message: 'Your card has expired.',
      userMessage: 'Seu cartão venceu. Tente outro cartão.',
    },
  },
  '4000000000000127': {
    decline: {
      code: 'incorrect_cvc',
      declineCode: 'incorrect_cvc',
      message: "Your card's security code is incorrect.",
      userMessage: 'O código de segurança (CVC) está incorreto.',
    },
  },
  '4000000000000341': { chargeDecline: GENERIC_DECLINE },
  '4000000000000259': { isDisputed: true },
  '4000000000005126': { failsRefunds: true },
  '4000002500003155': { authentication: 'once' },
  '4000002760003184': { authentication: 'always' },
};

/** The names of cards in the API, which never contain the card number. */
export const CARD_TOKENS: Record<string, string> = {
  pm_card_visa: '4242424242424242',
  pm_card_chargeCustomerFail: '4000000000000341',
  pm_card_authenticationRequired: '4000002760003184',
};

const WRONG_NUMBER: CardDecline = {
  code: 'incorrect_number',
  declineCode: 'incorrect_number',
  message: 'Your card number is incorrect.',
  userMessage: 'O número do cartão está incorreto.',
};
const LIVE_CARD: CardDecline = {
  code: 'card_declined',
  declineCode: 'test_mode_live_card',
  message:
    'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
  userMessage: 'Este ambiente só aceita cartões de teste. Nunca digite aqui um cartão de verdade.',
};

export const getBrand = (number: string): string => CARDS[number]?.brand ?? 'visa';
export const getCountry = (number: string): string => CARDS[number]?.country ?? 'US';
export const getAuthentication = (number: string): 'once' | 'always' | undefined =>
  CARDS[number]?.authentication;

export const isDisputedCard = (number: string): boolean => CARDS[number]?.isDisputed ?? false;
export const failsRefunds = (number: string): boolean => CARDS[number]?.failsRefunds ?? false;

/** Returns why a card is declined when entered. */
export function findDecline(number: string): CardDecline | undefined {
  const card = CARDS[number];
  if (card) return card.decline;
  return hasCheckDigit(number) ? LIVE_CARD : WRONG_NUMBER;
}

/** Returns why a charge of a saved card is declined. */
export function findChargeDecline(number: string): CardDecline | undefined {
  return findDecline(number) ?? CARDS[number]?.chargeDecline;
}

/** The Luhn check, which detects one mistyped digit. */
function hasCheckDigit(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false;
  const sum = number
    .split('')
    .toReversed()
    .reduce((total, digit, index) => {
      const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1);
      return total + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
  return sum % 10 === 0;
}
