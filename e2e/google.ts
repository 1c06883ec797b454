import type { Page } from '@playwright/test';
import type { Sandbox } from './sandbox.ts';

/** Somebody with a Google account. */
export interface GooglePerson {
  email: string;
  emailVerified?: boolean;
  organisation?: string;
}

let people = 0;

/** An address at Gmail that nobody else has. */
function newGmail(): string {
  people += 1;
  return `pessoa${people}.${process.pid}.${Date.now()}@gmail.com`;
}

/** Gives somebody an account at Google. */
export async function aGooglePerson(
  { url }: Sandbox,
  person: GooglePerson = { email: newGmail() },
): Promise<GooglePerson> {
  const response = await fetch(`${url}/_sandbox/google/people`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Alguém', ...person }),
  });
  if (!response.ok) throw new Error(`person refused: ${await response.text()}`);
  return person;
}

export const googleLink = (page: Page) => page.getByRole('link', { name: 'Continuar com Google' });

/** On Google's page, the button of somebody. */
export const personButton = (page: Page, { email }: GooglePerson) =>
  page.getByRole('button', { name: email });

/** From the button to the way back. */
export async function continueWithGoogle(page: Page, person: GooglePerson): Promise<void> {
  await googleLink(page).click();
  await personButton(page, person).click();
}
