import { documentedLimits } from '@pontual/contract/shared/instagram-limits.ts';
import { expect, test } from 'vitest';
import { readEnv } from './env.ts';
import { readInstagramLimits, readScopes, REQUIRED_SCOPES } from './meta-settings.ts';
import { generateVapidKeys } from '../notifications/push/vapid.ts';

const sandbox = {
  META_GRAPH_URL: 'http://localhost:3001',
  META_DIALOG_URL: 'http://localhost:3001',
  META_APP_ID: '1',
  META_APP_SECRET: 's',
  GOOGLE_CLIENT_ID: '1',
  GOOGLE_CLIENT_SECRET: 's',
  STRIPE_SECRET_KEY: 'sk_test',
  STRIPE_WEBHOOK_SECRET: 'whsec_test',
  SMTP_URL: 'smtp://localhost:2525',
};

test('the default public URL uses the port', () => {
  expect(readEnv({ ...sandbox, PORT: '4000' }).PUBLIC_URL).toBe('http://localhost:4000');
  expect(readEnv({ ...sandbox, PUBLIC_URL: 'https://pontual.app/' }).PUBLIC_URL).toBe(
    'https://pontual.app',
  );
});

test('every invalid setting is reported at once', () => {
  const read = () => readEnv({ ...sandbox, PORT: 'abc', ROLE: 'chief', META_APP_ID: '' });
  expect(read).toThrow(/PORT[\s\S]*ROLE[\s\S]*META_APP_ID/);
});

test('a service set to none needs no other settings and gets a secret that no request can know', () => {
  const {
    GOOGLE_CLIENT_SECRET: _google,
    STRIPE_WEBHOOK_SECRET: _stripe,
    ...others
  } = { ...sandbox, GOOGLE_CLIENT_ID: 'none', STRIPE_SECRET_KEY: 'none', SMTP_URL: 'none' };
  const [env, again] = [readEnv(others), readEnv(others)];
  expect(env).toMatchObject({
    GOOGLE_ISSUER: 'http://127.0.0.1:9',
    STRIPE_API_URL: 'http://127.0.0.1:9',
    SMTP_URL: 'smtp://127.0.0.1:9',
  });
  for (const name of ['GOOGLE_CLIENT_SECRET', 'STRIPE_WEBHOOK_SECRET'] as const) {
    expect(env[name]).toMatch(/^[\da-f]{64}$/);
    expect(env[name]).not.toBe(again[name]);
  }
  const left = { ...sandbox, STRIPE_SECRET_KEY: 'none', STRIPE_API_URL: 'https://api.stripe.com' };
  expect(readEnv(left)).toMatchObject({ STRIPE_API_URL: 'http://127.0.0.1:9' });
  expect(readEnv(left).STRIPE_WEBHOOK_SECRET).not.toBe(left.STRIPE_WEBHOOK_SECRET);
});

test.each([
  [
    'META_GRAPH_VERSION',
    'v24.0',
    /^ {2}META_GRAPH_VERSION: must be one of v25.0, v26.0, v27.0: .*$/m,
  ],
  [
    'META_GRAPH_VERSION',
    'v28.0',
    /^ {2}META_GRAPH_VERSION: must be one of v25.0, v26.0, v27.0: .*$/m,
  ],
  ['INSTAGRAM_HASHTAGS', 'off', /^ {2}INSTAGRAM_HASHTAGS: must be warn or refuse$/m],
  ['INSTAGRAM_TALL_PICTURES', 'on', /^ {2}INSTAGRAM_TALL_PICTURES: must be refuse or accept$/m],
  ['META_SCOPES', 'instagram_basic, pages_show_list', /must contain instagram_basic/],
  ['META_SCOPES', 'instagram_basic;pages_show_list', /META_SCOPES: must name permissions.*$/],
  [
    'META_SCOPES',
    `${REQUIRED_SCOPES.join()} and instagram.comments`,
    /META_SCOPES: must name permissions.*$/,
  ],
  ['PUBLISH_GAP_SECONDS', '21', /PUBLISH_GAP_SECONDS: .*20/],
  ['META_LOGIN_CONFIG_ID', 'pontual', /must be the number of a configuration/],
])('%s cannot be %s', (name, value, message) => {
  expect(() => readEnv({ ...sandbox, [name]: value })).toThrow(message);
});

test('META_SCOPES may name a permission of one word', () => {
  const { META_SCOPES } = readEnv({
    ...sandbox,
    META_SCOPES: [...REQUIRED_SCOPES, 'email'].join(','),
  });
  expect(readScopes(META_SCOPES)).toContain('email');
});

test.each([',', ' ', ', ', '\n  '])('META_SCOPES may be separated by %j', (separator) => {
  const { META_SCOPES } = readEnv({ ...sandbox, META_SCOPES: REQUIRED_SCOPES.join(separator) });
  expect(readScopes(META_SCOPES)).toEqual(REQUIRED_SCOPES);
});

test.each([
  [{}, { ...documentedLimits, publishGapSeconds: 8 }],
  [
    { INSTAGRAM_HASHTAGS: 'warn', INSTAGRAM_TALL_PICTURES: 'refuse', PUBLISH_GAP_SECONDS: '0' },
    documentedLimits,
  ],
  [
    { INSTAGRAM_HASHTAGS: 'refuse' },
    { maxHashtags: 5, minImageRatio: 4 / 5, publishGapSeconds: 8 },
  ],
  [
    { INSTAGRAM_TALL_PICTURES: 'accept', PUBLISH_GAP_SECONDS: '20' },
    { maxHashtags: 30, minImageRatio: 3 / 4, publishGapSeconds: 20 },
  ],
])('the settings %o mean the limits %o', (settings, limits) => {
  expect(readInstagramLimits(readEnv({ ...sandbox, ...settings }))).toEqual(limits);
});

test('META_APP_ID cannot be none', () => {
  expect(() => readEnv({ ...sandbox, META_APP_ID: 'none' })).toThrow(/META_APP_ID/);
});

test.each(['GOOGLE_CLIENT_ID', 'STRIPE_SECRET_KEY', 'SMTP_URL'])(
  'the error for a missing %s names the value that runs without the service',
  (name) => {
    expect(() => readEnv({ ...sandbox, [name]: undefined })).toThrow(
      `${name}: is missing; \`none\` goes without it`,
    );
  },
);

test('addresses that users enter may lead to this machine only where it is not public', () => {
  const read = (settings: Record<string, string>) => readEnv({ ...sandbox, ...settings });
  expect(read({}).ALLOW_LOOPBACK_URLS).toBe(false);
  expect(read({ ALLOW_LOOPBACK_URLS: 'on' }).ALLOW_LOOPBACK_URLS).toBe(true);
  const publicUrl = { PUBLIC_URL: 'https://pontual.example' };
  expect(() => read({ ...publicUrl, ALLOW_LOOPBACK_URLS: 'on' })).toThrow(
    'ALLOW_LOOPBACK_URLS: is for development',
  );
});

test('an empty variable counts as unset', () => {
  expect(readEnv({ ...sandbox, DATABASE_URL: '' }).DATABASE_URL).toBeUndefined();
});

test.each(['localhost:25', 'http://localhost', 'https://mail.example'])(
  'refuses %s as SMTP_URL',
  (smtpUrl) => {
    expect(() => readEnv({ ...sandbox, SMTP_URL: smtpUrl })).toThrow(/SMTP_URL/);
  },
);

test.each([
  [undefined, false],
  ['off', false],
  ['on', true],
  ['true', true],
])('the sample schedule set to %s is %s', (value, isShown) => {
  expect(readEnv({ ...sandbox, MOCK_SCHEDULE: value }).MOCK_SCHEDULE).toBe(isShown);
});

test('refuses a sample schedule that is neither on nor off', () => {
  expect(() => readEnv({ ...sandbox, MOCK_SCHEDULE: 'maybe' })).toThrow(/MOCK_SCHEDULE/);
});

test('ROLE=worker needs DATABASE_URL', () => {
  expect(() => readEnv({ ...sandbox, ROLE: 'worker' })).toThrow(/DATABASE_URL/);
});

test.each(['http://pontual.app', 'https://localhost', 'https://192.168.1.2', undefined])(
  'refuses to use the real Instagram with %s as public URL',
  (publicUrl) => {
    const real = {
      ...sandbox,
      META_GRAPH_URL: 'https://graph.facebook.com',
      PUBLIC_URL: publicUrl,
    };
    expect(() => readEnv(real)).toThrow(/PUBLIC_URL/);
  },
);

test('Instagram Login is offered only with an app id and a secret', () => {
  expect(readEnv(sandbox).INSTAGRAM_APP_ID).toBeUndefined();
  const both = { INSTAGRAM_APP_ID: '2', INSTAGRAM_APP_SECRET: 's' };
  expect(readEnv({ ...sandbox, ...both })).toMatchObject({
    ...both,
    INSTAGRAM_GRAPH_URL: 'https://graph.instagram.com',
    INSTAGRAM_SCOPES: expect.stringContaining('instagram_business_content_publish'),
  });
  for (const [name, value] of Object.entries(both)) {
    expect(() => readEnv({ ...sandbox, [name]: value })).toThrow(/INSTAGRAM_APP_ID/);
  }
  const scopes = { INSTAGRAM_SCOPES: 'instagram_business_basic' };
  expect(() => readEnv({ ...sandbox, ...scopes })).toThrow(/must contain/);
});

test('S3_ENDPOINT needs S3_BUCKET', () => {
  const read = () => readEnv({ ...sandbox, S3_ENDPOINT: 'http://localhost:9000' });
  expect(read).toThrow(/S3_ENDPOINT: needs S3_BUCKET/);
});

test('refuses two analytics services', () => {
  const both = { GA4_MEASUREMENT_ID: 'G-ABC123', PLAUSIBLE_DOMAIN: 'pontual.app' };
  expect(() => readEnv({ ...sandbox, ...both })).toThrow(/GA4_MEASUREMENT_ID.*choose one/);
});

test.each(['12.345.678/0001-90', '12.ABC.345/01DE-35'])('accepts %s as a CNPJ', (cnpj) => {
  expect(readEnv({ ...sandbox, COMPANY_CNPJ: cnpj }).COMPANY_CNPJ).toBe(cnpj);
});

test.each(['12345678000190', 'a preencher'])('refuses %s as a CNPJ', (cnpj) => {
  expect(() => readEnv({ ...sandbox, COMPANY_CNPJ: cnpj })).toThrow(/COMPANY_CNPJ/);
});

test('accepts the VAPID keys only as a matching pair', () => {
  const { publicKey, privateKey } = generateVapidKeys();
  const pair = { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey };
  expect(readEnv({ ...sandbox, ...pair })).toMatchObject(pair);
  const foreign = { ...pair, VAPID_PRIVATE_KEY: generateVapidKeys().privateKey };
  for (const wrong of [
    foreign,
    { VAPID_PUBLIC_KEY: publicKey },
    { VAPID_PRIVATE_KEY: privateKey },
  ]) {
    expect(() => readEnv({ ...sandbox, ...wrong })).toThrow(/VAPID_PUBLIC_KEY/);
  }
  expect(() => readEnv({ ...sandbox, VAPID_SUBJECT: 'ana' })).toThrow(/VAPID_SUBJECT/);
});

test('the page of the operator needs a long token and the address of a user', () => {
  const read = (settings: Record<string, string>) => () => readEnv({ ...sandbox, ...settings });
  const [token, email] = ['x'.repeat(32), 'operacao@pontual.example'];
  expect(read({ OPERATOR_TOKEN: token, OPERATOR_EMAIL: email })()).toMatchObject({
    OPERATOR_TOKEN: token,
  });
  expect(read({ OPERATOR_TOKEN: token.slice(1), OPERATOR_EMAIL: email })).toThrow(
    'OPERATOR_TOKEN: must have 32 characters or more',
  );
  expect(read({ OPERATOR_TOKEN: token })).toThrow('OPERATOR_TOKEN: needs OPERATOR_EMAIL');
});
