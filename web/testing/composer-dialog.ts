import { listHashtagGroups } from '@pontual/contract/posts/hashtag-groups.ts';
import { listLocations } from '@pontual/contract/posts/locations.ts';
import { bestHours, getNextQueueSlot } from '@pontual/contract/planning/queue.ts';
import { findDuplicates } from '@pontual/contract/planning/duplicates.ts';
import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { aPictureFile } from './files.ts';
import { server } from './stub-server.ts';

export const composerDialog = page.getByRole('dialog', { name: 'Criar post' });

/** Answers the requests of the details of a new post. */
export function answerComposer(): void {
  server.answerByDefault(listLocations, { locations: [] });
  server.answerByDefault(findDuplicates, { similar: [] });
  server.answerByDefault(getNextQueueSlot, { next: null, slots: 0 });
  server.answerByDefault(bestHours, { measured: 0, needed: 5, hours: [] });
  server.answerByDefault(listHashtagGroups, { groups: [] });
}

/** Selects a picture and continues to the details, in the dialog or on the page. */
export async function pickPicture(name: string, type = 'Post de Imagem'): Promise<void> {
  answerComposer();
  const input = page.getByLabelText('Escolher arquivos', { exact: true });
  await userEvent.upload(input, await aPictureFile(name));
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page
    .getByRole('list', { name: 'Tipos de conteúdo' })
    .getByRole('button', { name: new RegExp(`^${type}`) })
    .click();
  await expect.element(page.getByRole('heading', { name: /^Detalhes d/ })).toBeVisible();
}

/** Returns the time in the field: `18:00`. */
export function readTime(): string {
  const valueOf = (label: string) =>
    (page.getByLabelText(label, { exact: true }).element() as HTMLInputElement).value;
  return `${valueOf('Hora')}:${valueOf('Minuto')}`;
}

/** Selects a day in the month of the frozen clock and types the time: `1830`. */
export async function chooseTime(day: number, hour: string): Promise<void> {
  await page.getByRole('button', { name: /^Data / }).click();
  const calendar = page.getByRole('dialog', { name: 'Escolha o dia' });
  await calendar.getByRole('button', { name: new RegExp(`^${day} de junho`) }).click();
  await expect.element(calendar).not.toBeInTheDocument();
  await page.getByLabelText('Hora', { exact: true }).click();
  await userEvent.keyboard(`${hour}{Tab}`);
}
