/** This server offers Instagram Login beside the login with a page. */
export const INSTAGRAM_LOGIN_META = 'instagram-login';

/** The name of a meta element: when present, visitors see a sample calendar on /schedule. */
export const SAMPLE_SCHEDULE_META = 'sample-schedule';

/** The name of a meta element: when present, this installation has no sign-in with Google. */
export const WITHOUT_GOOGLE_META = 'without-google';

/** The name of a meta element that contains a `Site` as JSON; without it, nothing is configured. */
export const SITE_META = 'site';

/** Public configuration of this installation. Null means not set. */
export interface Site {
  company: {
    name: string | null;
    cnpj: string | null;
    address: string | null;
    supportEmail: string | null;
    /** The data protection officer and how to contact them (LGPD, article 41). */
    dpoContact: string | null;
  };
  analytics: TrackingSettings | null;
}

/** The service that receives page views, after the visitor has consented. */
export interface TrackingSettings {
  service: 'ga4' | 'plausible';
  /** The only URL of the service that the page may call. */
  endpoint: string;
  /** Our id at the service: the measurement id of GA4, the domain of Plausible. */
  account: string;
}

/** Increases when the kind of tracking changes: then every visitor must consent again. */
const CONSENT_VERSION = 2;

/** A consent covers one service. Before the first paint it is `data-question` (web/public/theme.js). */
export const consentKey = ({ service }: Pick<TrackingSettings, 'service'>): string =>
  `${CONSENT_VERSION} ${service}`;

/** Stands in the plain pages of the build for the origin of the installation. */
export const ORIGIN_PLACEHOLDER = '%origin%';
