import { listHashtagGroups } from '@pontual/contract/posts/hashtag-groups.ts';
import { listLocations } from '@pontual/contract/posts/locations.ts';
import { saveDraft, schedulePost } from '@pontual/contract/posts/post-changes.ts';
import { planLimits } from '@pontual/contract/billing/plan-limits.ts';
import { limitsByPlan } from '@pontual/contract/billing/plans.ts';
import { mediaTypeOptions } from '@pontual/contract/posts/post-rules.ts';
import { listMediaTypes, type Post } from '@pontual/contract/posts/posts.ts';
import { bestHours, getNextQueueSlot } from '@pontual/contract/planning/queue.ts';
import { findDuplicates } from '@pontual/contract/planning/duplicates.ts';
import { expect } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { aConnectedUser, aPost } from './examples.ts';
import { DESK, openPage, type Visit } from './open-page.tsx';
import { server } from './stub-server.ts';

export const form = page.getByRole('main');
export const heading = (name: string): Locator => form.getByRole('heading', { level: 1, name });
export const caption = form.getByRole('textbox', { name: 'Legenda', exact: true });
export const dayButton = form.getByRole('button', { name: /^Data / });
export const sendButton = form.getByRole('button', { name: /^Agendar/ });
export const draftButton = form.getByRole('button', { name: 'Salvar rascunho' });
export const tiles = form.getByRole('list', { name: 'Arquivos do post' }).getByRole('listitem');
export const typeOption = (type: string): Locator =>
  form
    .getByRole('list', { name: 'Tipos de conteúdo' })
    .getByRole('button', { name: new RegExp(`^${type}`) });

export function answerComposer(): void {
  server.answerByDefault(findDuplicates, { similar: [] });
  server.answerByDefault(listLocations, { locations: [] });
  server.answerByDefault(listHashtagGroups, { groups: [] });
  server.answerByDefault(getNextQueueSlot, { next: null, slots: 0 });
  server.answerByDefault(bestHours, { measured: 0, needed: 3, hours: [] });
}

export function answerPosts(overrides: Partial<Post> = {}): void {
  server.answer(schedulePost, ({ body }) => ({
    post: aPost({
      caption: readFormText(body, 'caption'),
      scheduledTime: readFormText(body, 'scheduledTime'),
      demo: readFormText(body, 'demo') === 'true',
      ...overrides,
    }),
    warning: null,
    textWarnings: [],
  }));
  server.answer(saveDraft, ({ body }) => ({
    post: aPost({
      status: 'draft',
      caption: readFormText(body, 'caption'),
      scheduledTime: null,
      ...overrides,
    }),
    warning: null,
    textWarnings: [],
  }));
}

export function readFormText(body: FormData, field: string): string {
  const value = body.get(field);
  return typeof value === 'string' ? value : '';
}

export async function openComposer({ as = aConnectedUser(), size = DESK }: Visit = {}) {
  answerComposer();
  const router = await openPage('/create-post', { as, size });
  await waitUntilReady();
  return router;
}

export async function openAsVisitor() {
  answerComposer();
  server.answerByDefault(listMediaTypes, {
    mediaTypes: [...mediaTypeOptions],
    firstComments: true,
  });
  server.answerByDefault(planLimits, { limits: limitsByPlan.free });
  const router = await openPage('/create-post');
  await waitUntilReady();
  return router;
}

/** Without this wait, the first step would take the focus from another element. */
async function waitUntilReady(): Promise<void> {
  await expect.element(heading('Envie seus arquivos')).toHaveFocus();
}

export async function chooseFiles(
  files: File | readonly File[],
  within: Pick<Locator, 'getByLabelText'> = page,
): Promise<void> {
  const input = within.getByLabelText(/^(Escolher arquivos?|Trocar)$/).first();
  await expect.element(input).toBeInTheDocument();
  const chosen = new DataTransfer();
  for (const file of [files].flat()) chosen.items.add(file);
  const element = input.element() as HTMLInputElement;
  element.files = chosen.files;
  element.dispatchEvent(new Event('change', { bubbles: true }));
}

export async function continueToDetails(type: string | null = 'Post de Imagem'): Promise<void> {
  await form.getByRole('button', { name: 'Continuar' }).click();
  if (type !== null) await typeOption(type).click();
  await expect.element(form.getByRole('heading', { level: 1, name: /^Detalhes d/ })).toBeVisible();
}

export async function openDetails(visit: Visit = {}) {
  const router = await openComposer(visit);
  await chooseFiles(await aPhoto('foto.jpg'));
  await continueToDetails();
  return router;
}

export const chooseTomorrow = () =>
  form.getByRole('button', { name: 'Amanhã 19:00', exact: true }).click();

export const aPhoto = async (
  name: string,
  { width = 80, height = 100, color = 'teal' } = {},
): Promise<File> => {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas');
  context.fillStyle = color;
  context.fillRect(0, 0, width, height);
  return new File([await canvas.convertToBlob({ type: 'image/jpeg' })], name, {
    type: 'image/jpeg',
  });
};

const types: Record<string, string> = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  mp4: 'video/mp4',
  avi: 'video/x-msvideo',
  HEIC: 'image/heic',
};

export function aFile(name: string, bytes = 24): File {
  const kilobyte = new Blob([new Uint8Array(1024)]);
  const part = new Blob(Array.from({ length: 1024 }, () => kilobyte));
  const whole = Math.floor(bytes / part.size);
  const parts = [...Array.from({ length: whole }, () => part), new Uint8Array(bytes % part.size)];
  return new File(parts, name, { type: types[name.split('.').at(-1) ?? ''] ?? '' });
}

export const readTime = (): string =>
  ['Hora', 'Minuto']
    .map((name) => (form.getByLabelText(name, { exact: true }).element() as HTMLInputElement).value)
    .join(':');

export const readTexts = (list: Locator): string[] =>
  list.elements().map((element) => element.textContent ?? '');

/** Five seconds of upright H.264 video that begin dark and end bright. */
export async function aVideo(name: string): Promise<File> {
  const response = await fetch(new URL('brightening.mp4', import.meta.url));
  return new File([await response.blob()], name, { type: 'video/mp4' });
}
