/** The name of a meta element: with it in the page, visitors see a readable sample on /schedule. */
export const SAMPLE_SCHEDULE_META = 'sample-schedule';

/** The name of a meta element: with it in the page, nobody signs in with Google here. */
export const WITHOUT_GOOGLE_META = 'without-google';

/** The name of a meta element that carries a `Site` as JSON; without it nothing of it is set. */
export const SITE_META = 'site';

/** What whoever runs this installation has set, and every visitor may read. Null is not set. */
export interface Site {
  company: {
    name: string | null;
    cnpj: string | null;
    address: string | null;
    /** Where help goes: an e-mail address. */
    supportEmail: string | null;
    /** Who answers for personal data, and how to reach them (LGPD, article 41). */
    dpoContact: string | null;
  };
  analytics: Analytics | null;
}

/** Where page views are told, once the visitor has agreed. */
export interface Analytics {
  service: 'ga4' | 'plausible';
  /** The one address of theirs that the page may call. */
  endpoint: string;
  /** How the service knows us: GA4's measurement id, Plausible's domain. */
  account: string;
}

/** Rises when what is measured or how changes: then everybody is asked again. */
const CONSENT_VERSION = 2;

/**
 * Names the question whether to measure: whoever agreed to one service has not agreed to another. The
 * document says it as `data-question`, before anything is painted (web/public/theme.js).
 */
export const consentKey = ({ service }: Pick<Analytics, 'service'>): string =>
  `${CONSENT_VERSION} ${service}`;
