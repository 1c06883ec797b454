import { listHashtagGroups } from '@pontual/contract/posts/hashtag-groups.ts';
import { listLocations } from '@pontual/contract/posts/locations.ts';
import { bestHours, getNextQueueSlot } from '@pontual/contract/planning/queue.ts';
import { findDuplicates } from '@pontual/contract/planning/duplicates.ts';
import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { aPictureFile } from './files.ts';
import { server } from './stub-server.ts';

export const composerDialog = page.getByRole('dialog', { name: 'Criar post' });

export function answerComposer(): void {
  server.answerByDefault(listLocations, { locations: [] });
  server.answerByDefault(findDuplicates, { similar: [] });
  server.answerByDefault(getNextQueueSlot, { next: null, slots: 0 });
  server.answerByDefault(bestHours, { measured: 0, needed: 5, hours: [] });
  server.answerByDefault(listHashtagGroups, { groups: [] });
}

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

export function readTime(): string {
  const valueOf = (label: string) =>
    (page.getByLabelText(label, { exact: true }).element() as HTMLInputElement).value;
  return `${valueOf('Hora')}:${valueOf('Minuto')}`;
}

/** `hour` as `1830`. */
export async function chooseTime(day: number, hour: string): Promise<void> {
  await page.getByRole('button', { name: /^Data / }).click();
  const calendar = page.getByRole('dialog', { name: 'Escolha o dia' });
  await calendar.getByRole('button', { name: new RegExp(`^${day} de junho`) }).click();
  await expect.element(calendar).not.toBeInTheDocument();
  await page.getByLabelText('Hora', { exact: true }).click();
  await userEvent.keyboard(`${hour}{Tab}`);
}
