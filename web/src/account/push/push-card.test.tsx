import {
  getPush,
  removePush,
  setPushKinds,
  type PushDevice,
  type PushKinds,
} from '@pontual/contract/notifications/push.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerAccountPage } from '../../../testing/account.ts';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { aUser, anId } from '../../../testing/examples.ts';
import { focusOn } from '../../../testing/focus-on.ts';
import { DESK, openPage, PHONE } from '../../../testing/open-page.tsx';
import { server } from '../../../testing/stub-server.ts';

const card = page.getByRole('region', { name: 'Avisos neste aparelho' });
const turnOn = card.getByRole('button', { name: 'Ligar avisos neste aparelho' });

const aDevice = (overrides: Partial<PushDevice> = {}): PushDevice => ({
  _id: anId(),
  device: 'Chrome no Linux',
  kinds: { published: true, atRisk: true, failed: true },
  createdAt: '2026-01-05T12:00:00.000Z',
  lastSentAt: null,
  isCurrent: true,
  ...overrides,
});

function allowNotifications({ isSubscribed }: { isSubscribed: boolean }): void {
  vi.spyOn(Notification, 'permission', 'get').mockReturnValue('granted');
  const pushManager = {
    getSubscription: async () =>
      isSubscribed
        ? { endpoint: 'https://push.example.com/1', unsubscribe: async () => true }
        : null,
  };
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue({
    pushManager,
  } as unknown as ServiceWorkerRegistration);
}

beforeEach(() => answerAccountPage());

test('a browser that blocks notifications shows how to allow them', async () => {
  vi.spyOn(Notification, 'permission', 'get').mockReturnValue('denied');
  await openPage('/account', { as: aUser() });
  await expect.element(card.getByText(/bloqueados neste navegador/)).toBeVisible();
  await expect.element(card.getByRole('button')).not.toBeInTheDocument();
  await expectAccessible();
});

for (const size of [DESK, PHONE]) {
  describe(`a browser that allows notifications, at ${size.width} px`, () => {
    test('offers to turn them on', async () => {
      allowNotifications({ isSubscribed: false });
      await openPage('/account', { as: aUser(), size });
      await expect.element(turnOn).toBeVisible();
      await expectAccessible();
    });

    test('shows which kinds this device receives', async () => {
      allowNotifications({ isSubscribed: true });
      server.answer(getPush, { publicKey: 'key', devices: [aDevice()] });
      await openPage('/account', { as: aUser(), size });
      await expect.element(card.getByRole('switch')).toHaveLength(3);
      await expect.element(card.getByRole('switch', { name: 'Falhou' })).toBeChecked();
      await expectAccessible();
    });
  });
}

test('a kind is switched off by keyboard', async () => {
  allowNotifications({ isSubscribed: true });
  const device = aDevice();
  server.answer(getPush, { publicKey: 'key', devices: [device] });
  await openPage('/account', { as: aUser() });
  server.answer(setPushKinds, ({ body }) => {
    const kinds = { ...device.kinds, ...body } as PushKinds;
    server.answer(getPush, { publicKey: 'key', devices: [{ ...device, kinds }] });
    return { device: { ...device, kinds } };
  });
  const published = card.getByRole('switch', { name: 'Publicado' });
  await expect.element(published).toBeChecked();
  await focusOn(published);
  await userEvent.keyboard(' ');
  await expect.element(page.getByText('Preferência salva')).toBeVisible();
  await expect.element(published).not.toBeChecked();
  expect(server.calls(setPushKinds)[0]?.body).toEqual({ published: false });
});

test('another device is removed, and the focus moves to the title', async () => {
  allowNotifications({ isSubscribed: true });
  const other = aDevice({ device: 'Chrome no Android', isCurrent: false });
  server.answer(getPush, { publicKey: 'key', devices: [aDevice(), other] });
  await openPage('/account', { as: aUser() });
  await expect.element(card.getByRole('listitem')).toHaveLength(1);
  server.answer(removePush, () => {
    server.answer(getPush, { publicKey: 'key', devices: [aDevice()] });
    return null;
  });
  await card.getByRole('button', { name: /^Remover/ }).click();
  await expect.element(card.getByRole('listitem')).not.toBeInTheDocument();
  await expect.element(card.getByRole('heading', { level: 2 })).toHaveFocus();
  expect(server.calls(removePush)[0]?.params).toEqual({ id: other._id });
});
