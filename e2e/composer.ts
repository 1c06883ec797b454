import type { Locator, Page } from '@playwright/test';
import { formatDayMonth, formatMonth, formatTime } from '@pontual/contract/brasilia-time.ts';

const MINUTE = 60_000;

/** The first whole minute that lies at least so far ahead: the form knows no seconds. */
export function wholeMinuteAfter(ms: number): Date {
  return new Date(Math.ceil((Date.now() + ms) / MINUTE) * MINUTE);
}

/** The dialog in which a post is made. */
export function composerOf(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Criar post' });
}

/** Where a post is made, as a page (/create-post) or in the dialog. */
export function formOf(page: Page): Locator {
  const isPage = new URL(page.url()).pathname === '/create-post';
  return isPage ? page.getByRole('main') : composerOf(page);
}

/** Opens the dialog from the calendar's call to action. */
export async function openComposer(page: Page): Promise<Locator> {
  await page.goto('/schedule');
  await page.getByRole('button', { name: 'Agende seu próximo post' }).click();
  return composerOf(page);
}

/** Chooses files as a person does: by the button and the system's own dialog. */
export async function chooseFile(page: Page, path: string | string[]): Promise<void> {
  const button = formOf(page)
    .getByRole('button', { name: /^(Escolher arquivos|Trocar)$/ })
    .filter({ hasText: /./ });
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button.click()]);
  await chooser.setFiles(path);
}

/** What a file becomes unless something else is said; several leave no choice. */
function likelyType(path: string | string[]): string | null {
  const [first = '', ...others] = [path].flat();
  if (others.length > 0) return null;
  return /\.(mp4|mov|avi)$/i.test(first) ? 'Reels' : 'Post de Imagem';
}

/** Goes on from the files to the details; by a type, where more than one fits them. */
export async function goOn(page: Page, type: string | null): Promise<void> {
  const form = formOf(page);
  await form.getByRole('button', { name: 'Continuar' }).click();
  if (type !== null) await typeOption(page, type).click();
  await form.getByRole('heading', { name: /^Detalhes d/ }).waitFor();
}

/** The button of a type, on the second step. */
export function typeOption(page: Page, type: string): Locator {
  const types = formOf(page).getByRole('list', { name: 'Tipos de conteúdo' });
  return types.getByRole('button', { name: new RegExp(`^${type}`) });
}

/** Chooses files that are taken, and goes on to the details. */
export async function chooseAndContinue(
  page: Page,
  path: string | string[],
  type = likelyType(path),
): Promise<void> {
  await chooseFile(page, path);
  const chosen = formOf(page).getByRole('list', { name: 'Arquivos do post' });
  await chosen.waitFor({ timeout: 15_000 });
  await goOn(page, type);
}

/** The button that says the day and opens its month. */
export function dayButton(page: Page): Locator {
  return formOf(page).getByRole('button', { name: /^Data / });
}

/** The month from which a day is chosen. */
export function calendarOf(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Escolha o dia' });
}

/** A day of the month that is open, by its day in Brasília. */
export function dayIn(page: Page, instant: Date): Locator {
  const name = new RegExp(`^${formatDayMonth(instant)}(,|$)`);
  return calendarOf(page).getByRole('button', { name });
}

const MOST_MONTHS = 12;

/** Chooses day and hour, in Brasília time as the form wants them. */
export async function chooseTime(page: Page, instant: Date): Promise<void> {
  await dayButton(page).click();
  const calendar = calendarOf(page);
  const month = calendar.getByRole('grid', { name: formatMonth(instant) });
  await calendar.getByRole('grid').waitFor();
  for (let months = 0; months < MOST_MONTHS && !(await month.isVisible()); months += 1) {
    await calendar.getByRole('button', { name: 'Próximo mês' }).click();
  }
  await dayIn(page, instant).click();
  await calendar.waitFor({ state: 'hidden' });
  await typeHour(page, formatTime(instant).replace(':', ''));
}

/** Types an hour as a person does, and leaves the field. */
export async function typeHour(page: Page, keys: string): Promise<void> {
  await formOf(page).getByLabel('Hora', { exact: true }).click();
  await page.keyboard.type(keys);
  await page.keyboard.press('Tab');
}

/** The hour that stands in the field: `18:00`. */
export async function hourIn(page: Page): Promise<string> {
  const form = formOf(page);
  const hour = await form.getByLabel('Hora', { exact: true }).inputValue();
  return `${hour}:${await form.getByLabel('Minuto').inputValue()}`;
}

/** The button that sends the post. */
export function sendButton(page: Page): Locator {
  return formOf(page).getByRole('button', { name: /^Agendar/ });
}

/** A post's line on the timeline, found by its caption. */
export function timelineEntry(page: Page, caption: string): Locator {
  return page
    .getByRole('region', { name: 'Timeline' })
    .getByRole('listitem')
    .filter({ hasText: caption });
}

/** Opens everything about a post from its line on the timeline. */
export async function openDetails(page: Page, caption: string): Promise<Locator> {
  await timelineEntry(page, caption).getByRole('button', { name: caption }).click();
  return detailsOf(page);
}

/** The dialog with everything about a post. */
export function detailsOf(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Detalhes do post' });
}

/** Publishes the post whose details are open, at once. */
export async function publishNow(page: Page): Promise<void> {
  await detailsOf(page).getByRole('button', { name: 'Publicar agora' }).click();
  const question = page.getByRole('alertdialog', { name: 'Publicar agora?' });
  await question.getByRole('button', { name: 'Publicar agora' }).click();
  await question.waitFor({ state: 'hidden' });
}
