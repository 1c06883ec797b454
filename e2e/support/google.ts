import type { Page } from '@playwright/test';
import type { Sandbox } from './sandbox.ts';

export interface GoogleUser {
  email: string;
  emailVerified?: boolean;
  organisation?: string;
}

let userSerial = 0;

function createGmailAddress(): string {
  userSerial += 1;
  return `pessoa${userSerial}.${process.pid}.${Date.now()}@gmail.com`;
}

/** @throws Error when the sandbox refuses it */
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

export const getUserButton = (page: Page, { email }: GoogleUser) =>
  page.getByRole('button', { name: email });

export async function continueWithGoogle(page: Page, user: GoogleUser): Promise<void> {
  await getGoogleLink(page).click();
  await getUserButton(page, user).click();
}
