import { listPlaces } from '@pontual/contract/places.ts';
import { findSimilar } from '@pontual/contract/similar.ts';
import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { aPictureFile } from './files.ts';
import { server } from './stub-server.ts';

/** The dialog in which a post is made. */
export const composer = page.getByRole('dialog', { name: 'Criar post' });

/** What the details of a new post ask. */
export function answerComposer(): void {
  server.answerByDefault(listPlaces, { places: [] });
  server.answerByDefault(findSimilar, { similar: [] });
}

/** Chooses a picture and goes on to the details, in the dialog or on the page of its own. */
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

/** The hour that stands in the field: `18:00`. */
export function hourIn(): string {
  const valueOf = (label: string) =>
    (page.getByLabelText(label, { exact: true }).element() as HTMLInputElement).value;
  return `${valueOf('Hora')}:${valueOf('Minuto')}`;
}
