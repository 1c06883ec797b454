import { schedulePost } from '@pontual/contract/posts/post-changes.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { waitUntilSettled } from '../../../testing/accessibility.ts';
import {
  answerPosts,
  aPhoto,
  aVideo,
  caption,
  chooseFiles,
  chooseTomorrow,
  form,
  continueToDetails,
  openComposer,
  openDetails,
  sendButton,
  readFormText,
} from '../../../testing/composer.ts';
import { centerOf, mouse, swipe } from '../../../testing/pointer-input.ts';
import { PHONE } from '../../../testing/open-page.tsx';
import { server } from '../../../testing/stub-server.ts';

const previewPane = page.getByRole('complementary', { name: 'Prévia do post' });

async function chooseThree(): Promise<void> {
  const names = ['um.jpg', 'dois.jpg', 'tres.jpg'];
  await chooseFiles(await Promise.all(names.map((name) => aPhoto(name))));
  await continueToDetails(null);
}

test('a carousel changes its item by button, key and mouse', async () => {
  await openComposer();
  await chooseThree();
  const at = previewPane.getByRole('status');
  await expect.element(previewPane.getByText('CARROSSEL')).toBeVisible();
  await expect.element(previewPane.getByRole('img', { name: 'Foto um.jpg' })).toBeVisible();

  await previewPane.getByRole('button', { name: 'Próximo arquivo' }).click();
  await expect.element(at).toHaveTextContent('Arquivo 2/3');
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(at).toHaveTextContent('Arquivo 3/3');
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(previewPane.getByRole('img', { name: 'Foto tres.jpg' })).toBeInViewport();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(at).toHaveTextContent('Arquivo 2/3');

  await waitUntilSettled();
  const from = centerOf(previewPane.getByRole('group', { name: 'Mídia do post' }));
  const to = { x: from.x + 120, y: from.y };
  await mouse.press(from);
  await mouse.drag(from, to);
  await mouse.release(to);
  await expect.element(at).toHaveTextContent('Arquivo 1/3');
  await expect.element(previewPane.getByRole('img', { name: 'Foto um.jpg' })).toBeInViewport();
});

test('a carousel changes its item by touch, but not for a small move or past its end', async () => {
  await openComposer({ size: PHONE });
  await chooseThree();
  await page.getByRole('button', { name: 'Ver prévia' }).click();
  const sheet = page.getByRole('dialog', { name: 'Prévia do post' });
  const at = sheet.getByRole('status');
  const media = sheet.getByRole('group', { name: 'Mídia do post' });
  await expect.element(at).toHaveTextContent('Arquivo 1/3');
  await waitUntilSettled();
  const centre = centerOf(media);
  const move = (x: number, y = 0) => swipe(centre, { x: centre.x + x, y: centre.y + y });

  await move(-120);
  await expect.element(at).toHaveTextContent('Arquivo 2/3');
  await move(-120);
  await expect.element(at).toHaveTextContent('Arquivo 3/3');
  for (const [x, y] of [[40], [120, 300], [-120]] as const) {
    await move(x, y);
    await waitUntilSettled();
    await expect.element(at).toHaveTextContent('Arquivo 3/3');
  }
  await expect.element(sheet.getByRole('img', { name: 'Foto tres.jpg' })).toBeInViewport();
  await move(120);
  await expect.element(at).toHaveTextContent('Arquivo 2/3');
});

test('an empty caption has a placeholder only until the post is stored', async () => {
  await openDetails();
  answerPosts();
  await chooseTomorrow();
  const placeholder = previewPane.getByText('Sua legenda aparece aqui.');
  await expect.element(placeholder).toBeVisible();
  await sendButton.click();
  await expect.element(form.getByRole('heading', { name: 'Post Agendado!' })).toBeVisible();
  expect(placeholder.query()).toBeNull();
});

test('a long caption is folded until the user expands it', async () => {
  await openDetails();
  await caption.fill(`${'Barro, água e tempo. '.repeat(8)}#ceramica`);
  await expect.element(previewPane.getByText('#ceramica')).not.toBeInTheDocument();
  await previewPane.getByRole('button', { name: 'mais do texto' }).click();
  await expect.element(previewPane.getByText('#ceramica')).toBeVisible();
});

function brightness(drawn: Locator | Element): number {
  const canvas = new OffscreenCanvas(1, 1);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas');
  const element = drawn instanceof Element ? drawn : drawn.element();
  context.drawImage(element as HTMLVideoElement | HTMLCanvasElement, 0, 0, 1, 1);
  return context.getImageData(0, 0, 1, 1).data[0] ?? 0;
}

describe('a reel that begins dark and ends bright', () => {
  const video = previewPane.getByLabelText('Vídeo torno.mp4');
  const cover = form.getByRole('slider', { name: 'Capa' });
  const frames = () => [...document.querySelectorAll('main canvas')];
  const element = <E extends HTMLElement>(target: Locator) => target.element() as E;

  beforeEach(async () => {
    await openComposer();
    await chooseFiles(await aVideo('torno.mp4'));
    await continueToDetails('Reels');
  });

  test('plays muted until it is paused, and then shows its cover', async () => {
    await expect.element(previewPane.getByText('REELS')).toBeVisible();
    await expect.poll(() => brightness(video)).toBeLessThan(20);
    await previewPane.getByRole('button', { name: 'Reproduzir vídeo' }).click();
    await expect.poll(() => brightness(video)).toBeGreaterThan(30);
    expect(element<HTMLVideoElement>(video).muted).toBe(true);
    await previewPane.getByRole('button', { name: 'Som do vídeo' }).click();
    await expect.poll(() => element<HTMLVideoElement>(video).muted).toBe(false);
    await previewPane.getByRole('button', { name: 'Pausar vídeo' }).click();
    await expect.poll(() => brightness(video)).toBeLessThan(20);
  });

  test('shows eight of its frames, from the first to the last', async () => {
    await expect.element(cover).toBeInTheDocument();
    cover.element().scrollIntoView();
    await expect.poll(() => frames().length).toBe(8);
    await expect.poll(() => new Set(frames().map(brightness)).size).toBe(8);
    await expect.poll(() => brightness(frames().at(-1) ?? document.body)).toBeGreaterThan(220);
    const seen = frames().map(brightness);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  });

  test('takes its cover from keys and mouse, and is sent with it', async () => {
    await expect.element(cover).toBeInTheDocument();
    element(cover).focus();
    await userEvent.keyboard('{PageUp}{PageUp}{PageUp}{PageDown}{ArrowRight}{ArrowRight}');
    await expect
      .element(cover)
      .toHaveAttribute('aria-valuetext', 'quadro em 0 minutos e 2,2 segundos');
    await expect.element(form.getByText('quadro em 0:02,2')).toBeVisible();
    await expect.poll(() => Math.abs(brightness(video) - 115)).toBeLessThan(25);
    await userEvent.keyboard('{End}');
    await expect.element(cover).toHaveValue('4900');
    await userEvent.keyboard('{Home}');
    await expect.element(cover).toHaveValue('0');
    await cover.click();
    const chosen = () => Number(element<HTMLInputElement>(cover).value);
    await expect.poll(() => Math.abs(chosen() - 2450)).toBeLessThan(250);
    const offset = chosen();
    await expect
      .poll(() => element<HTMLVideoElement>(video).currentTime)
      .toBeCloseTo(offset / 1000, 3);

    answerPosts();
    await chooseTomorrow();
    await sendButton.click();
    await expect.element(page.getByRole('heading', { name: 'Post Agendado!' })).toBeVisible();
    const [call] = server.calls(schedulePost);
    expect(call && readFormText(call.body, 'thumbOffset')).toBe(String(offset));
  });
});
