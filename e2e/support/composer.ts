import { expect, type Locator, type Page } from '@playwright/test';
import {
  formatDate,
  formatDayMonth,
  formatMonth,
  formatTime,
  formatWeekday,
} from '@pontual/contract/shared/brasilia-time.ts';
import { inputMethods, type InputMethod } from './input-methods.ts';
import type { LedgerEntry, Sandbox } from './sandbox.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Returns the first whole minute that lies at least `ms` ahead, because the form has no seconds. */
export function roundUpToMinute(ms: number): Date {
  return new Date(Math.ceil((Date.now() + ms) / MINUTE) * MINUTE);
}

export function getComposer(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Criar post' });
}

const PICKER_DIALOG_NAME = /^(Criar post|Agendar rascunho|Detalhes do post)$/;

export function getForm(page: Page): Locator {
  const isPage = new URL(page.url()).pathname === '/create-post';
  return isPage ? page.getByRole('main') : page.getByRole('dialog', { name: PICKER_DIALOG_NAME });
}

export async function openComposer(page: Page): Promise<Locator> {
  await page.goto('/schedule');
  await page.getByRole('button', { name: 'Agende seu próximo post' }).click();
  return getComposer(page);
}

export async function chooseFile(
  page: Page,
  path: string | string[],
  inputMethod: InputMethod = inputMethods.mouse,
): Promise<void> {
  const button = getForm(page)
    .getByRole('button', { name: /^(Escolher arquivos|Trocar)$/ })
    .filter({ hasText: /./ });
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    inputMethod.press(button),
  ]);
  await chooser.setFiles(path);
}

function guessType(path: string | string[]): string | null {
  const [first = '', ...others] = [path].flat();
  if (others.length > 0) return null;
  return /\.(mp4|mov|avi)$/i.test(first) ? 'Reels' : 'Post de Imagem';
}

export async function continueToDetails(page: Page, type: string | null): Promise<void> {
  const form = getForm(page);
  await form.getByRole('button', { name: 'Continuar' }).click();
  if (type !== null) await getTypeOption(page, type).click();
  await form.getByRole('heading', { name: /^Detalhes d/ }).waitFor();
}

export function getTypeOption(page: Page, type: string): Locator {
  const types = getForm(page).getByRole('list', { name: 'Tipos de conteúdo' });
  return types.getByRole('button', { name: new RegExp(`^${type}`) });
}

export async function chooseAndContinue(
  page: Page,
  path: string | string[],
  type = guessType(path),
): Promise<void> {
  await chooseFile(page, path);
  const fileList = getForm(page).getByRole('list', { name: 'Arquivos do post' });
  await fileList.waitFor({ timeout: 60_000 });
  await continueToDetails(page, type);
}

export function getDayButton(page: Page): Locator {
  return getForm(page).getByRole('button', { name: /^Data / });
}

export function getCalendar(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Escolha o dia' });
}

export function getDay(page: Page, instant: Date): Locator {
  const name = new RegExp(`^${formatDayMonth(instant)}(,|$)`);
  return getCalendar(page).getByRole('button', { name });
}

const MAX_MONTHS = 12;

export async function chooseTime(page: Page, instant: Date): Promise<void> {
  await openCalendar(page, instant);
  const calendar = getCalendar(page);
  await expect(async () => {
    if (!(await calendar.isVisible())) await openCalendar(page, instant);
    await getDay(page, instant).click({ timeout: 5000 });
    await expect(calendar).toBeHidden({ timeout: 5000 });
    await expect(getDayButton(page)).toContainText(formatDayMonth(instant), { timeout: 5000 });
  }).toPass({ timeout: 60_000 });
  await typeTime(page, formatTime(instant).replace(':', ''));
}

async function openCalendar(page: Page, instant: Date): Promise<void> {
  await getDayButton(page).click();
  const calendar = getCalendar(page);
  const month = calendar.getByRole('grid', { name: formatMonth(instant) });
  // The calendar takes the focus once it is in place, and may scroll the page for that.
  await expect(calendar.locator('[data-day]:focus')).toBeVisible();
  for (let months = 0; months < MAX_MONTHS && !(await month.isVisible()); months += 1) {
    await calendar.getByRole('button', { name: 'Próximo mês' }).click();
  }
}

async function typeTime(page: Page, keys: string): Promise<void> {
  await getForm(page).getByLabel('Hora', { exact: true }).click();
  await page.keyboard.type(keys);
  await page.keyboard.press('Tab');
}

export async function readTime(page: Page): Promise<string> {
  const form = getForm(page);
  const hour = await form.getByLabel('Hora', { exact: true }).inputValue();
  return `${hour}:${await form.getByLabel('Minuto').inputValue()}`;
}

export const formatButtonTime = (when: Date): string =>
  `${formatWeekday(when).slice(0, 3)} ${formatDate(when).slice(0, 5)} às ${formatTime(when)}`;

export function getSendButton(page: Page): Locator {
  return getForm(page).getByRole('button', { name: /^Agendar/ });
}

/** Returns the field above the form that selects the account of the post. */
export const getAccountChoice = (page: Page): Locator =>
  page.getByRole('combobox', { name: 'Conta do Instagram' });

export async function chooseAccount(page: Page, username: string): Promise<void> {
  await getAccountChoice(page).click();
  await page.getByRole('option', { name: `@${username}` }).click();
  await expect(getAccountChoice(page)).toHaveText(`@${username}`);
}

export async function connectAnotherAccount(page: Page, username: string): Promise<void> {
  await page.goto('/account');
  await page.getByRole('button', { name: 'Conectar outra conta' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Conectar Instagram' }).click();
  await page.getByRole('button', { name: username, exact: true }).click();
  await expect(page.getByText(`@${username}: conectada`)).toBeVisible();
  await page.getByRole('link', { name: 'Ir para o Dashboard' }).click();
}

interface PostInput {
  files?: string | string[];
  type?: string;
  caption: string;
  dueAt?: Date;
}

export async function fillForm(page: Page, input: PostInput): Promise<void> {
  const { files, type, caption, dueAt = roundUpToMinute(HOUR) } = input;
  if (files !== undefined) await chooseAndContinue(page, files, type);
  await getForm(page).getByLabel('Legenda').fill(caption);
  await chooseTime(page, dueAt);
}

const SEND_TIMEOUT_MS = 60_000;

/** Fills in the open form and sends it; returns once the post exists. */
export async function scheduleInForm(page: Page, input: PostInput): Promise<void> {
  await fillForm(page, input);
  await getSendButton(page).click();
  const done = getForm(page).getByRole('heading', { name: 'Post Agendado!' });
  await done.waitFor({ timeout: SEND_TIMEOUT_MS });
}

export function getTimelineEntry(page: Page, caption: string): Locator {
  return page
    .getByRole('region', { name: 'Timeline' })
    .getByRole('listitem')
    .filter({ hasText: caption });
}

export async function openDetails(page: Page, caption: string): Promise<Locator> {
  await getTimelineEntry(page, caption).getByRole('button', { name: caption }).click();
  return getDetails(page);
}

export function getDetails(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Detalhes do post' });
}

/** Publishes the post with open details at once; with several accounts the question must name `account`. */
export async function publishNow(page: Page, account?: string): Promise<void> {
  await getDetails(page).getByRole('button', { name: 'Publicar agora' }).click();
  const suffix = account === undefined ? '' : ` em @${account}`;
  const confirmDialog = page.getByRole('alertdialog', {
    name: `Publicar agora${suffix}?`,
    exact: true,
  });
  const button = account === undefined ? 'Publicar agora' : `Publicar${suffix}`;
  await confirmDialog.getByRole('button', { name: button, exact: true }).click();
  await confirmDialog.waitFor({ state: 'hidden' });
}

export async function publishAtOnce(
  page: Page,
  sandbox: Sandbox,
  caption: string,
): Promise<LedgerEntry> {
  const details = await openDetails(page, caption);
  await publishNow(page);
  await details.getByText('Publicado', { exact: true }).waitFor({ timeout: 60_000 });
  const [published, ...others] = await sandbox.findPublished(caption);
  if (published === undefined || others.length > 0)
    throw new Error(`published ${others.length + (published ? 1 : 0)} times: ${caption}`);
  return published;
}
