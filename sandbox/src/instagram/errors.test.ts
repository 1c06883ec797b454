import { afterAll, beforeAll, expect, test } from 'vitest';
import { callControl, getErrorKey, type GraphResponse } from '../../testing/graph-client.ts';
import { openPublishingFixture, type PublishingFixture } from '../../testing/publishing-fixture.ts';
import { ERROR_KEYS } from './graph-error.ts';

let fixture: PublishingFixture;

beforeAll(async () => {
  fixture = await openPublishingFixture();
});
afterAll(() => fixture.close());

async function raiseError(fault: string): Promise<GraphResponse> {
  await callControl(fixture.sandbox, '/faults', { service: 'instagram', step: 'publish', fault });
  return fixture.publish('17900000000000000');
}

const GENERAL = ['code', 'fbtrace_id', 'message', 'type'];
const PUBLISHING = [
  'code',
  'error_subcode',
  'error_user_msg',
  'error_user_title',
  'fbtrace_id',
  'is_transient',
  'message',
  'type',
];

const OFFICIAL = [
  '-2/2207003',
  '-2/2207020',
  '-1/2207001',
  '-1/2207032',
  '-1/2207053',
  '1/2207057',
  '9/2207042',
  '24/2207006',
  '24/2207008',
  '25/2207050',
  '100/2207023',
  '100/2207028',
  '100/2207035',
  '100/2207036',
  '100/2207037',
  '100/2207040',
  '352/2207026',
  '9004/2207052',
  '9007/2207027',
  '36000/2207004',
  '36001/2207005',
  '36003/2207009',
  '36004/2207010',
];
const OBSERVED = ['110/2207018', '100/2207067', '-1/2207073', '100/2207089'];
const CONTAINER_SUBCODES = ['2207076', '2207077', '2207081', '2207082', '2207085'];
const ASSUMED = CONTAINER_SUBCODES.map((subcode) => `-1/${subcode}`);

test.each([...OFFICIAL, ...OBSERVED, ...ASSUMED])('%s has all eight members', async (key) => {
  const answer = await raiseError(key);
  expect([answer.status, getErrorKey(answer)]).toEqual([400, key]);
  expect(Object.keys(answer.body.error ?? {}).toSorted()).toEqual(PUBLISHING);
  expect(answer.body.error).toMatchObject({ type: 'OAuthException', is_transient: false });
});

test.each([
  ['4/2207051', 403],
  ['403-2207051', 403],
  ['400-2207051', 400],
])('%s is the block that was observed with 403 and documented with 400', async (fault, http) => {
  const answer = await raiseError(fault);
  expect([answer.status, getErrorKey(answer)]).toEqual([http, '4/2207051']);
  expect(Object.keys(answer.body.error ?? {}).toSorted()).toEqual(PUBLISHING);
  expect(answer.body.error?.['error_user_title']).toBe('action is blocked');
});

const GENERAL_ROWS = [
  ['1', 500, '1', 'An unknown error occurred'],
  ['1/client-secret', 400, '1', 'Error validating client secret.'],
  ['3', 400, '3', '(#3) Application does not have the capability'],
  ['10', 400, '10', '(#10) Application does not have permission for this action'],
  ['10/scope', 400, '10', '(#10) Requires instagram_content_publish permission'],
  ['10/business', 400, '10', '(#10) The user is not an Instagram Business'],
  ['10/insights', 400, '10', '(#10) Not enough viewers for the media to show insights'],
  ['80001', 400, '80001', '(#80001) There have been too many calls to this Page account.'],
  ['80002', 400, '80002', '(#80002) There have been too many calls to this Instagram account.'],
  ['100', 400, '100', '(#100) Invalid parameter'],
  ['100/36007', 400, '100/36007', 'This authorization code has expired.'],
  ['100/36008', 400, '100/36008', 'Error validating verification code.'],
  ['100/36009', 400, '100/36009', 'This authorization code has been used.'],
  ['101', 400, '101', 'Error validating application. Invalid application ID.'],
  ['102', 400, '102', 'Session key invalid'],
  ['104', 400, '104', 'An access token is required to request this resource.'],
  ['190', 400, '190', 'Invalid OAuth access token - Cannot parse access token'],
  ['190/10', 400, '190/10', 'Any of the pages_read_engagement'],
  ['190/458', 400, '190/458', 'Error validating access token: The user has not authorized'],
  ['190/459', 400, '190/459', 'Error validating access token: The session is invalid'],
  ['190/460', 400, '190/460', 'Error validating access token: The session has been invalidated'],
  ['190/463', 400, '190/463', 'Error validating access token: Session has expired on 20'],
  ['190/464', 400, '190/464', 'Error validating access token: Sessions for the user'],
  ['190/467', 400, '190/467', 'Error validating access token: The session is invalid'],
  ['190/492', 400, '190/492', 'The user must be an administrator, editor, or moderator'],
  ['200', 403, '200', '(#200) Requires instagram_content_publish permission'],
  ['230', 403, '230', '(#230) Requires instagram_content_publish permission'],
  ['368', 400, '368', 'The action attempted has been deemed abusive'],
  ['368/1404006', 400, '368/1404006', 'A security check is required to proceed.'],
  ['368/1404078', 400, '368/1404078', "You're restricted from acting as your Page"],
  ['506', 400, '506', 'Duplicate status message'],
] as const;

test.each(GENERAL_ROWS)('%s is a general error', async (fault, http, error, text) => {
  const answer = await raiseError(fault);
  expect([answer.status, getErrorKey(answer)]).toEqual([http, error]);
  const members = error.includes('/') ? [...GENERAL, 'error_subcode'].toSorted() : GENERAL;
  expect(Object.keys(answer.body.error ?? {}).toSorted()).toEqual(members);
  expect(answer.body.error?.['type']).toBe('OAuthException');
  expect(String(answer.body.error?.['message']).startsWith(text)).toBe(true);
});

test.each([
  ['2', 500],
  ['4', 403],
  ['17', 400],
  ['32', 400],
  ['341', 400],
  ['613', 400],
])('%s calls itself transient', async (fault, http) => {
  const answer = await raiseError(fault);
  expect([answer.status, getErrorKey(answer)]).toEqual([http, fault]);
  expect(answer.body.error?.['is_transient']).toBe(true);
});

test.each([
  ['100/33', '100/33', 'Unsupported post request. Object with ID'],
  ['100/proof', '100', 'Invalid appsecret_proof provided in the API argument'],
  ['100/no-proof', '100', 'API calls from the server require an appsecret_proof argument'],
])('%s is a GraphMethodException', async (fault, error, text) => {
  const answer = await raiseError(fault);
  expect([answer.status, getErrorKey(answer)]).toEqual([400, error]);
  expect(answer.body.error).toMatchObject({
    type: 'GraphMethodException',
    message: expect.stringContaining(text),
  });
});

test.each(ERROR_KEYS)('%s leaves no placeholder in its texts', async (key) => {
  const answer = await raiseError(key);
  expect(JSON.stringify(answer.body.error)).not.toMatch(/\{[a-z-]+\}/);
});

test.each([
  ['9004/bare', '9004'],
  ['-1/bare', '-1'],
  ['36003/bare', '36003'],
])('%s has no subcode', async (fault, code) => {
  const answer = await raiseError(fault);
  expect([answer.status, getErrorKey(answer)]).toEqual([400, code]);
  expect(answer.body.error).not.toHaveProperty('error_subcode');
});

test.each(CONTAINER_SUBCODES)('a container can be in ERROR with %s', async (subcode) => {
  const fault = `error:${subcode}`;
  await callControl(fixture.sandbox, '/faults', { service: 'instagram', step: 'create', fault });
  const container = await fixture.createImage();
  const { status } = await fixture.readFields(container, 'status_code,status');
  expect(status).toBe(`Error: Media upload has failed with error code ${subcode}`);
  expect(getErrorKey(await fixture.publish(container))).toBe('9007/2207027');
});

test('a container does not expose its medium', async () => {
  const container = await fixture.createImage();
  expect(await fixture.readFields(container, 'permalink')).toMatchObject({
    error: {
      code: 100,
      message: expect.stringContaining('(#100) Tried accessing nonexisting field (permalink)'),
    },
  });
});
