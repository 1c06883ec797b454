import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { aMessage, aUser } from '../../../testing/factories.ts';
import { givePlan } from '../../../testing/plans.ts';
import { sendToTeam } from '../../../testing/support.ts';
import { startWorld, type World } from '../../../testing/world.ts';
import { listMessages, formatMessages } from './list-messages.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

async function createTwoOverdueMessages() {
  const [usual, premium] = [await aUser(world), await aUser(world)];
  await givePlan(world, premium, 'premium');
  const [first, second] = [newId(), newId()];
  await sendToTeam(
    world,
    aMessage({
      category: 'tecnico',
      subject: `Comum ${first}`,
      message: 'A tela fica branca.\nDesde ontem à noite.',
    }),
    usual,
  );
  await sendToTeam(world, aMessage({ subject: `Com prioridade ${second}` }), premium);
  return { first, second };
}

const orderOf = (lines: readonly string[], ...ids: string[]) =>
  ids.map((id) => lines.findIndex((line) => line.includes(id)));

test('a priority message is claimed before an earlier message', async () => {
  const { second } = await createTwoOverdueMessages();
  const { id } = await world.database.db
    .selectFrom('support_messages')
    .select('id')
    .where('subject', 'like', `%${second}`)
    .executeTakeFirstOrThrow();
  const next = await world.services.platform.outbox.claim('email', 2);
  expect(next.map(({ content }) => content)).toMatchObject([{ messageId: id }, { messageId: id }]);
});

test('the message list shows priority messages first, each with its promised time', async () => {
  const { first, second } = await createTwoOverdueMessages();
  const lines = (await formatMessages(world.database.db, 7)).split('\n');
  const [usual = -1, premium = -1] = orderOf(lines, first, second);
  expect(premium).toBeGreaterThanOrEqual(0);
  expect(premium).toBeLessThan(usual);
  expect(lines[premium]).toMatch(/^\[Prioridade\] até \d\d\/\d\d\/\d{4} \d\d:\d\d {2}Nina Prado </);
  expect(lines[usual]).toMatch(/^até \d\d\/\d\d\/\d{4} \d\d:\d\d {2}Nina Prado </);
  expect(lines[usual]).toContain(`Problemas Técnicos: Comum ${first}`);
  expect(lines.slice(usual + 1, usual + 3)).toEqual([
    '    A tela fica branca.',
    '    Desde ontem à noite.',
  ]);
  await world.advanceTime(8 * 86_400_000);
  expect(await formatMessages(world.database.db, 7)).toBe('No messages in 7 days.');
});

test('the command prints its usage', async () => {
  for (const days of ['0', '731', 'muitos']) {
    expect(await listMessages({ DATA_DIR: world.folder }, [days])).toMatchObject({
      isComplete: false,
      message: expect.stringContaining('Usage'),
    });
  }
});
