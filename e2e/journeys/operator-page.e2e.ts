import { forgotPassword, login, register, resetPassword } from '@pontual/contract/identity/auth.ts';
import { operatorPaths } from '@pontual/contract/operations/operator.ts';
import { call, connectInstagram } from '../support/api.ts';
import { expect, test } from '../support/fixtures.ts';
import { connectSandbox } from '../support/sandbox.ts';
import { startStack, type Stack } from '../support/stack.ts';

const TOKEN = 'a-token-of-the-operator-for-tests-only';
const EMAIL = 'operacao@pontual.example';
const PASSWORD = 'Senha1';

async function connectAsOperator({ url, sandboxUrl }: Stack): Promise<void> {
  const sandbox = connectSandbox(sandboxUrl);
  await call(url, register, { body: { email: EMAIL, password: PASSWORD } });
  await call(url, forgotPassword, { body: { email: EMAIL } });
  const readResetToken = async () => {
    const mails = await sandbox.findEmails(EMAIL);
    return mails
      .map(({ text }) => /\/reset-password\?token=(\S+)/.exec(text)?.[1])
      .find((token) => token !== undefined);
  };
  await expect.poll(readResetToken).toBeDefined();
  const token = (await readResetToken()) ?? '';
  await call(url, resetPassword, { body: { token, password: PASSWORD } });
  const session = await call(url, login, { body: { email: EMAIL, password: PASSWORD } });
  await connectInstagram(url, session.token);
}

test('the operator makes test calls, reads the answers, and leaves', async ({ browser }) => {
  const stack = await startStack({ OPERATOR_TOKEN: TOKEN, OPERATOR_EMAIL: EMAIL });
  await connectAsOperator(stack);
  const page = await browser.newPage({ baseURL: stack.url });
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });

  await test.step('the page of the build contains no script and allows none', async () => {
    const response = await page.goto(operatorPaths.page);
    expect(await response?.text()).not.toMatch(/<script|<noscript/);
    expect(response?.headers()['content-security-policy']).toContain("default-src 'none'");
    await expect(page.getByRole('main')).toBeVisible();
  });

  await test.step('a wrong token is refused in sight', async () => {
    await page.getByLabel('Token de operação').fill(`not-${TOKEN}`);
    await page.getByRole('button', { name: 'Entrar' }).click();
    const refusal = page.getByText('Este não é o token desta instalação.');
    await expect(page.locator(':focus')).toContainText(await refusal.innerText());
  });

  await test.step('a press leads to its answer, which has the focus', async () => {
    await page.getByLabel('Token de operação').fill(TOKEN);
    await page.getByRole('button', { name: 'Entrar' }).click();
    await page.getByRole('button', { name: 'Fazer as chamadas de pages_read_engagement' }).click();
    const answer = page.getByText('Respostas para @atelie.barro');
    await expect(answer).toBeInViewport();
    await expect(page.locator(':focus')).toContainText(/Respostas para @atelie.barro.*Respondeu/s);
  });

  await test.step('the address of an answer leads to the page', async () => {
    await page.goto(operatorPaths.calls);
    await expect(page).toHaveURL(operatorPaths.page);
    await page.getByRole('button', { name: 'Sair' }).click();
    await expect(page.getByLabel('Token de operação')).toBeVisible();
  });
  expect(scripts).toEqual([]);
  await page.close();
  await stack.stop();
});
