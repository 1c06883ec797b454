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

/** The first whole minute that lies at least so far ahead: the form knows no seconds. */
export function roundUpToMinute(ms: number): Date {
  return new Date(Math.ceil((Date.now() + ms) / MINUTE) * MINUTE);
}

/** The dialog in which a post is made. */
export function getComposer(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Criar post' });
}

/** The dialogs in which a post gets its hour, or another one. */
const PICKER_DIALOG_NAME = /^(Criar post|Agendar rascunho|Detalhes do post)$/;

/** Where a post is made, as a page (/create-post) or in a dialog. */
export function getForm(page: Page): Locator {
  const isPage = new URL(page.url()).pathname === '/create-post';
  return isPage ? page.getByRole('main') : page.getByRole('dialog', { name: PICKER_DIALOG_NAME });
}

/** Opens the dialog from the calendar's call to action. */
export async function openComposer(page: Page): Promise<Locator> {
  await page.goto('/schedule');
  await page.getByRole('button', { name: 'Agende seu próximo post' }).click();
  return getComposer(page);
}

/** Chooses files as a person does: by the button and the system's own dialog. */
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

/** What a file becomes unless something else is said; several leave no choice. */
function guessType(path: string | string[]): string | null {
  const [first = '', ...others] = [path].flat();
  if (others.length > 0) return null;
  return /\.(mp4|mov|avi)$/i.test(first) ? 'Reels' : 'Post de Imagem';
}

/** Goes on from the files to the details; by a type, where more than one fits them. */
export async function continueToDetails(page: Page, type: string | null): Promise<void> {
  const form = getForm(page);
  await form.getByRole('button', { name: 'Continuar' }).click();
  if (type !== null) await getTypeOption(page, type).click();
  await form.getByRole('heading', { name: /^Detalhes d/ }).waitFor();
}

/** The button of a type, on the second step. */
export function getTypeOption(page: Page, type: string): Locator {
  const types = getForm(page).getByRole('list', { name: 'Tipos de conteúdo' });
  return types.getByRole('button', { name: new RegExp(`^${type}`) });
}

/** Chooses files that are taken, and goes on to the details. */
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

/** The button that says the day and opens its month. */
export function getDayButton(page: Page): Locator {
  return getForm(page).getByRole('button', { name: /^Data / });
}

/** The month from which a day is chosen. */
export function getCalendar(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Escolha o dia' });
}

/** A day of the month that is open, by its day in Brasília. */
export function getDay(page: Page, instant: Date): Locator {
  const name = new RegExp(`^${formatDayMonth(instant)}(,|$)`);
  return getCalendar(page).getByRole('button', { name });
}

const MAX_MONTHS = 12;

/** Chooses day and hour, in Brasília time as the form wants them. */
export async function chooseTime(page: Page, instant: Date): Promise<void> {
  await openCalendar(page, instant);
  const calendar = getCalendar(page);
  // While the month still scrolls, a click may be lost, or go beside it and close it.
  await expect(async () => {
    if (!(await calendar.isVisible())) await openCalendar(page, instant);
    await getDay(page, instant).click({ timeout: 5000 });
    await expect(calendar).toBeHidden({ timeout: 5000 });
    await expect(getDayButton(page)).toContainText(formatDayMonth(instant), { timeout: 5000 });
  }).toPass({ timeout: 60_000 });
  await typeTime(page, formatTime(instant).replace(':', ''));
}

/** Opens the month in which a day lies. */
async function openCalendar(page: Page, instant: Date): Promise<void> {
  await getDayButton(page).click();
  const calendar = getCalendar(page);
  const month = calendar.getByRole('grid', { name: formatMonth(instant) });
  // It takes the focus once it stands, and may scroll the page for that.
  await expect(calendar.locator('[data-day]:focus')).toBeVisible();
  for (let months = 0; months < MAX_MONTHS && !(await month.isVisible()); months += 1) {
    await calendar.getByRole('button', { name: 'Próximo mês' }).click();
  }
}

/** Types an hour as a person does, and leaves the field. */
async function typeTime(page: Page, keys: string): Promise<void> {
  await getForm(page).getByLabel('Hora', { exact: true }).click();
  await page.keyboard.type(keys);
  await page.keyboard.press('Tab');
}

/** The hour that stands in the field: `18:00`. */
export async function readTime(page: Page): Promise<string> {
  const form = getForm(page);
  const hour = await form.getByLabel('Hora', { exact: true }).inputValue();
  return `${hour}:${await form.getByLabel('Minuto').inputValue()}`;
}

/** A moment as the button that sends the post says it: `sex 27/11 às 19:00`. */
export const formatButtonTime = (when: Date): string =>
  `${formatWeekday(when).slice(0, 3)} ${formatDate(when).slice(0, 5)} às ${formatTime(when)}`;

/** The button that sends the post. */
export function getSendButton(page: Page): Locator {
  return getForm(page).getByRole('button', { name: /^Agendar/ });
}

/** On which of several accounts the post that is made goes out; the choice stands over the form. */
export const getAccountChoice = (page: Page): Locator =>
  page.getByRole('combobox', { name: 'Conta do Instagram' });

/** Chooses it, as a person does. */
export async function chooseAccount(page: Page, username: string): Promise<void> {
  await getAccountChoice(page).click();
  await page.getByRole('option', { name: `@${username}` }).click();
  await expect(getAccountChoice(page)).toHaveText(`@${username}`);
}

/** Connects one more account from the page of one's own account, as a person does. */
export async function connectAnotherAccount(page: Page, username: string): Promise<void> {
  await page.goto('/account');
  await page.getByRole('button', { name: 'Conectar outra conta' }).click();
  await page.getByRole('button', { name: username, exact: true }).click();
  await expect(page.getByText(`@${username}: conectada`)).toBeVisible();
  await page.getByRole('link', { name: 'Ir para o Dashboard' }).click();
}

/** A post as a journey wants it. */
interface PostInput {
  /** None where they are chosen already. */
  files?: string | string[];
  /** What the files become, where more than one type fits them. */
  type?: string;
  caption: string;
  /** In an hour, unless something else is said. */
  dueAt?: Date;
}

/** Fills in the form that is open, up to the button that sends it. */
export async function fillForm(page: Page, input: PostInput): Promise<void> {
  const { files, type, caption, dueAt = roundUpToMinute(HOUR) } = input;
  if (files !== undefined) await chooseAndContinue(page, files, type);
  await getForm(page).getByLabel('Legenda').fill(caption);
  await chooseTime(page, dueAt);
}

/** How long files and form may take on a busy machine, in ms. */
const SEND_TIMEOUT_MS = 60_000;

/** Fills in the form that is open and sends it; the post exists afterwards. */
export async function scheduleInForm(page: Page, input: PostInput): Promise<void> {
  await fillForm(page, input);
  await getSendButton(page).click();
  const done = getForm(page).getByRole('heading', { name: 'Post Agendado!' });
  await done.waitFor({ timeout: SEND_TIMEOUT_MS });
}

/** A post's line on the timeline, found by its caption. */
export function getTimelineEntry(page: Page, caption: string): Locator {
  return page
    .getByRole('region', { name: 'Timeline' })
    .getByRole('listitem')
    .filter({ hasText: caption });
}

/** Opens everything about a post from its line on the timeline. */
export async function openDetails(page: Page, caption: string): Promise<Locator> {
  await getTimelineEntry(page, caption).getByRole('button', { name: caption }).click();
  return getDetails(page);
}

/** The dialog with everything about a post. */
export function getDetails(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Detalhes do post' });
}

/** Publishes the post whose details are open, at once; of several accounts the question names its own. */
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

/** Publishes a scheduled post from its details, at once; answers what Instagram got of it. */
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
