import type { User } from '@pontual/contract/identity/auth.ts';
import { dataOf, request, type ApiResponse } from './factories.ts';
import type { World } from './world.ts';

/** Stores the cookies of each host and returns redirects. */
export function openBrowser() {
  const jars = new Map<string, Map<string, string>>();
  const jarOf = (url: string) => {
    const { origin } = new URL(url);
    const jar = jars.get(origin) ?? new Map<string, string>();
    jars.set(origin, jar);
    return jar;
  };
  const cookiesFor = (url: string) =>
    [...jarOf(url)].map(([name, value]) => `${name}=${value}`).join('; ');
  return {
    cookiesFor,
    async go(url: string, form?: Record<string, string>): Promise<string> {
      const response = await fetch(url, {
        redirect: 'manual',
        headers: { cookie: cookiesFor(url) },
        ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
      });
      for (const cookie of response.headers.getSetCookie()) {
        const [pair = ''] = cookie.split(';');
        jarOf(url).set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
      }
      return new URL(response.headers.get('location') ?? url, url).href;
    },
  };
}

export type Browser = ReturnType<typeof openBrowser>;

export interface GoogleUser {
  id: string;
  email: string;
}

export async function aGoogleUser(
  world: World,
  profile: { email: string; emailVerified?: boolean | 'true'; organisation?: string },
): Promise<GoogleUser> {
  const response = await fetch(`${world.sandbox.url}/_sandbox/google/people`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Alguém', ...profile }),
  });
  return (await response.json()) as GoogleUser;
}

export async function goToGoogle(world: World, browser: Browser, to?: string): Promise<string> {
  const query = to === undefined ? '' : `?to=${encodeURIComponent(to)}`;
  return browser.go(await browser.go(`${world.url}/api/auth/google${query}`));
}

/** Returns the URL to which Google redirects; undefined cancels. */
export async function chooseGoogleUser(
  browser: Browser,
  chooser: string,
  person: GoogleUser | undefined,
): Promise<string> {
  return browser.go(await browser.go(chooser, { choice: person?.id ?? '' }));
}

export async function signIn(
  world: World,
  person: GoogleUser | undefined,
  { browser = openBrowser(), to }: { browser?: Browser; to?: string } = {},
) {
  const back = await chooseGoogleUser(browser, await goToGoogle(world, browser, to), person);
  const page = new URL(await browser.go(back));
  return { browser, page, returned: Object.fromEntries(page.searchParams) };
}

export const openSession = (
  world: World,
  browser: Browser,
  token: string,
): Promise<ApiResponse<{ user: User; token: string }>> =>
  request(world, 'POST', '/auth/session', {
    json: { token },
    headers: { cookie: browser.cookiesFor(world.url) },
  });

export async function signInWithGoogle(world: World, person: GoogleUser) {
  const { browser, returned } = await signIn(world, person);
  return dataOf(await openSession(world, browser, returned['token'] ?? ''));
}
