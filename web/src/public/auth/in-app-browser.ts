/** Browsers inside other applications, in which Google refuses every sign-in (docs/meta.md, Google). */
const IN_APP =
  /Instagram|Barcelona|FBA[NV]|TikTok|musical_ly|BytedanceWebview|LinkedInApp| Line\/|; wv\)/;

export const isInAppBrowser = (userAgent: string): boolean => IN_APP.test(userAgent);

/** Opens the address in the browser of the phone. Undefined where no address can. */
export const systemBrowserUrl = (userAgent: string, url: string): string | undefined =>
  userAgent.includes('Android')
    ? url.replace(/^(https?):(.*)$/, 'intent:$2#Intent;scheme=$1;end')
    : undefined;
