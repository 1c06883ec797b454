import type { Page } from '@playwright/test';
import type { Sandbox } from './sandbox.ts';

/** Somebody with a Google account. */
export interface GoogleUser {
  email: string;
  emailVerified?: boolean;
  organisation?: string;
}

let userSerial = 0;

/** An address at Gmail that nobody else has. */
function createGmailAddress(): string {
  userSerial += 1;
  return `pessoa${userSerial}.${process.pid}.${Date.now()}@gmail.com`;
}

/** Gives somebody an account at Google. */
export async function createGoogleUser(
  { url }: Sandbox,
  user: GoogleUser = { email: createGmailAddress() },
): Promise<GoogleUser> {
  const response = await fetch(`${url}/_sandbox/google/people`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Alguém', ...user }),
  });
  if (!response.ok) throw new Error(`person refused: ${await response.text()}`);
  return user;
}

export const getGoogleLink = (page: Page) =>
  page.getByRole('link', { name: 'Continuar com Google' });

/** On Google's page, the button of somebody. */
export const getUserButton = (page: Page, { email }: GoogleUser) =>
  page.getByRole('button', { name: email });

/** From the button to the way back. */
export async function continueWithGoogle(page: Page, user: GoogleUser): Promise<void> {
  await getGoogleLink(page).click();
  await getUserButton(page, user).click();
}
