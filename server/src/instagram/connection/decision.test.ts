import { describe, expect, test } from 'vitest';
import { decide } from './decision.ts';
import {
  findMissingPermission,
  PUBLISHING_SCOPES,
  findRefusal,
  scopesFor,
} from '../tokens/permissions.rules.ts';

type Refusal = 'missing_publish' | 'missing_account' | 'cannot_publish';
const grant = (igUserId: string, refusal: Refusal | null = null) => ({ igUserId, refusal });
const [A, B, C] = [grant('A'), grant('B'), grant('C')];
const noTask = grant('A', 'cannot_publish');
const trimmed = grant('A', 'missing_account');
const connectedIds = (...ids: string[]) => ids.map((id) => ({ ig_user_id: id }));

const connect = (...accounts: object[]) => ({ kind: 'connect', accounts });
const ask = (replaces: string | null) => ({ kind: 'ask', replaces });
const refuse = (error: string) => ({ kind: 'refuse', error });

describe('a first connection', () => {
  test.each([
    ['connects the only account', [A], connect(A)],
    ['asks which of several', [A, B], ask(null)],
    ['connects the only one that can be published to', [noTask, B], connect(B)],
    ['is refused where the page gives no task', [noTask], refuse('cannot_publish')],
    ['is refused where publishing is not granted', [trimmed], refuse('missing_account')],
  ])('%s', (_, accounts, decision) => {
    expect(decide(accounts, [], { adds: false })).toEqual(decision);
  });
});

describe('a reconnection', () => {
  test.each([
    ['keeps the connected account among others', [B, A], ['A'], connect(A)],
    ['renews all connected accounts that were granted', [A, B, C], ['A', 'B'], connect(A, B)],
    ['asks before another account takes the place', [B], ['A'], ask('A')],
    ['asks with several other accounts, too', [B, C], ['A'], ask('A')],
    [
      'does not exchange an account that lost its task',
      [noTask, B],
      ['A'],
      refuse('cannot_publish'),
    ],
    [
      'does not exchange one without the permission',
      [trimmed, B],
      ['A'],
      refuse('missing_account'),
    ],
    ['of several knows none of the granted ones', [C], ['A', 'B'], refuse('no_known_account')],
    ['is refused where the other account is no use', [noTask], ['B'], refuse('cannot_publish')],
  ])('%s', (_, accounts, connected, decision) => {
    expect(decide(accounts, connectedIds(...connected), { adds: false })).toEqual(decision);
  });
});

describe('one more account', () => {
  test.each([
    ['is the only new one', [A, B], ['A'], connect(B)],
    ['asks which of several new ones', [A, B, C], ['A'], ask(null)],
    ['is none of the connected ones', [A], ['A'], refuse('no_new_account')],
    ['is refused where it cannot be published to', [noTask, B], ['B'], refuse('cannot_publish')],
  ])('%s', (_, accounts, connected, decision) => {
    expect(decide(accounts, connectedIds(...connected), { adds: true })).toEqual(decision);
  });
});

describe('permissions', () => {
  const all: string[] = [...PUBLISHING_SCOPES, 'pages_show_list'];
  const without = (...scopes: string[]) => ({
    scopes: all.filter((scope) => !scopes.includes(scope)),
  });

  test.each([
    [['instagram_content_publish'], 'missing_publish'],
    [['instagram_basic'], 'missing_basic'],
    [['pages_show_list'], 'missing_pages'],
    [['pages_show_list', 'pages_read_engagement'], 'missing_pages'],
    [['instagram_basic', 'instagram_content_publish'], 'missing_permissions'],
    [['instagram_manage_insights'], undefined],
  ])('without %s result in the error %s', (scopes, error) => {
    expect(findMissingPermission(without(...scopes))).toBe(error);
  });

  const account = { igUserId: 'A', pageId: 'P', tasks: ['CREATE_CONTENT'] };
  const only = (scope: string, ...targets: string[]) => ({
    scopes: all,
    granular_scopes: [{ scope, target_ids: targets }],
  });
  test.each([
    ['nothing is known', account, null, null],
    ['a permission names no targets', account, { scopes: all }, null],
    ['it names the account', account, only('instagram_content_publish', 'A'), null],
    ['it names another', account, only('instagram_content_publish', 'B'), 'missing_account'],
    ['it names nothing', account, only('instagram_content_publish'), 'missing_account'],
    ['publishing is declined', account, without('instagram_content_publish'), 'missing_publish'],
    ['the page is named', account, only('pages_read_engagement', 'P'), null],
    ['another page is named', account, only('pages_read_engagement', 'Q'), 'missing_account'],
    ['an optional one names another', account, only('instagram_manage_insights', 'B'), null],
    ['the page says nothing of tasks', { ...account, tasks: undefined }, null, null],
    ['the person may only analyze', { ...account, tasks: ['ANALYZE'] }, null, 'cannot_publish'],
    ['the person manages the page', { ...account, tasks: ['MANAGE'] }, null, null],
  ])('decide whether an account is usable where %s', (_, one, given, refusal) => {
    expect(findRefusal(one, given)).toBe(refusal);
  });

  test.each([
    ['a page that is named', 'P', only('pages_read_engagement', 'P'), []],
    [
      'a page that is not named',
      'Q',
      only('pages_read_engagement', 'P'),
      ['pages_read_engagement'],
    ],
    ['a page that is not known', undefined, only('pages_read_engagement', 'P'), []],
    ['an account that is not named', 'P', only('instagram_basic', 'B'), ['instagram_basic']],
  ])('return the granted scopes of %s', (_, pageId, granted, missing) => {
    const scopes = scopesFor({ igUserId: 'A', pageId }, granted);
    expect(all.filter((scope) => !scopes.includes(scope))).toEqual(missing);
  });
});
