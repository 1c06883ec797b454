import { writeFile } from 'node:fs/promises';
import { login } from '@pontual/contract/auth.ts';
import { refreshSubscription } from '@pontual/contract/billing.ts';
import { dayKey, startOfDay } from '@pontual/contract/brasilia-time.ts';
import { call, draft, schedule } from '../api.ts';
import {
  atEachSize,
  expectNoBarriers,
  expectNoBarriersInEachTheme,
  looks,
  sizes,
  wear,
} from '../barriers.ts';
import {
  calendarOf,
  chooseAndContinue,
  chooseFile,
  composerOf,
  dayButton,
  openDetails,
  timelineEntry,
  typeHour,
  typeOption,
} from '../composer.ts';
import { expect, logIn, test } from '../fixtures.ts';
import { lineOf } from '../line.ts';
import { endTrial, subscribe, withPlan } from '../payments.ts';
import { aPicture } from '../pictures.ts';

const HOUR = 3_600_000;

const pages = [
  { path: '/', heading: /Seus posts/ },
  { path: '/login', heading: 'Bom te ver de novo' },
  { path: '/register', heading: 'Crie sua conta' },
  { path: '/forgot-password', heading: 'Esqueceu a senha?' },
  { path: '/reset-password', heading: 'Token inválido' },
  { path: '/reset-password?token=segredo', heading: 'Crie uma nova senha' },
  { path: '/account/confirm-email#x', heading: 'Confirme seu e-mail' },
  { path: '/schedule', heading: 'Calendário & Timeline' },
  { path: '/create-post', heading: 'Envie seus arquivos' },
  { path: '/plans', heading: 'Planos' },
  { path: '/support', heading: 'Central de Ajuda' },
  { path: '/support#quais-formatos-posso-enviar', heading: 'Central de Ajuda' },
  { path: '/privacy', heading: 'Política de Privacidade' },
  { path: '/terms', heading: 'Termos de Uso' },
  { path: '/cookies', heading: 'Cookies' },
  { path: '/accessibility', heading: 'Acessibilidade' },
  { path: '/status', heading: 'Status' },
  { path: '/nao-existe', heading: 'Oops! Página não encontrada' },
];

for (const look of looks) {
  test(`pages have no barriers for a visitor, ${look.theme} at ${look.size.width} px`, async ({
    page,
  }) => {
    await wear(page, look);
    for (const { path, heading } of pages) {
      await test.step(path, async () => {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
        await expectNoBarriers(page, look);
      });
    }
  });
}

test('the status of a deletion has no barriers, found or not', async ({
  page,
  sandbox,
  tolerate,
}) => {
  tolerate(/404 .*\/api\/deletions\//);
  const done = await sandbox.askForDeletion('cafe.serra');
  await atEachSize(page, async () => {
    await page.goto('/exclusao-de-dados/nenhum-pedido');
    await expect(page.getByText('Pedido não encontrado')).toBeVisible();
    await expectNoBarriersInEachTheme(page);
    await page.goto(done);
    await expect(page.getByText('Concluída.')).toBeVisible();
    await expectNoBarriersInEachTheme(page);
  });
});

test('the forms have no barriers when they complain', async ({ page }) => {
  await atEachSize(page, async () => {
    await page.goto('/login');
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect(page.getByText('E-mail é obrigatório')).toBeVisible();
    await expectNoBarriersInEachTheme(page);
    await page.goto('/register');
    await page.getByLabel('Senha', { exact: true }).fill('senha1');
    await page.getByRole('button', { name: 'Criar conta' }).click();
    await expect(page.getByText('Confirme sua senha')).toBeVisible();
    await expectNoBarriersInEachTheme(page);
  });
});

test('the return from Google has no barriers, nor the login after it', async ({ page }) => {
  // It leaves by itself after 3 s, perhaps before it has been looked through.
  await page.addInitScript({
    content: `const later = setTimeout;
      setTimeout = (work, ms, ...more) => later(work, ms === 3000 ? 60000 : ms, ...more);`,
  });
  await atEachSize(page, async () => {
    await page.goto('/auth/callback?error=email_unverified');
    await expect(page.getByRole('alert')).toContainText('Erro na autenticação com Google');
    await expectNoBarriersInEachTheme(page);
    await page.getByRole('link', { name: 'Voltar agora' }).click();
    await expect(page.getByRole('heading', { name: 'Bom te ver de novo' })).toBeVisible();
    await expect(page.getByText('O Google ainda não confirmou')).toBeVisible();
    await expectNoBarriersInEachTheme(page);
  });
});

test('/dashboard has no barriers before anything is connected', async ({ page, user }) => {
  await atEachSize(page, async () => {
    await page.goto('/dashboard');
    await expect(page.getByRole('main').getByText(user.email)).toBeVisible();
    await expect(page.getByText('Nenhum post agendado')).toBeVisible();
    await expectNoBarriersInEachTheme(page);
  });
});

for (const look of looks) {
  test(`/dashboard has no barriers on the return to a paid plan, ${look.theme} at ${look.size.width} px`, async ({
    page,
    stack,
    user,
  }) => {
    await wear(page, look);
    const plan = look.theme === 'light' ? 'pro' : 'premium';
    const back = await subscribe(stack.url, user, plan);
    const tomorrow = new Date(startOfDay(dayKey(new Date()), 1).getTime() + 12 * HOUR);
    for (const caption of ['Fornada', 'Caneca', 'Prato', 'Vaso', 'Azulejo']) {
      const picture = await aPicture();
      await draft(stack.url, user.token, { caption, picture, scheduledTime: tomorrow });
    }
    await page.clock.setFixedTime(tomorrow);
    await page.goto(back);
    await expect(page.getByText('Assinatura ativa.')).toBeVisible();
    await expect(page.getByText('Teste grátis', { exact: true })).toBeVisible();
    // The dot of now takes the lowest of the three rows.
    await expect(page.getByRole('list', { name: 'Posts de hoje' })).toContainText('+3');
    await expectNoBarriers(page, look);
  });
}

test('/analytics has no barriers, whatever the plan has of it', async ({
  page,
  stack,
  connectedUser,
  newUser,
  caption,
}) => {
  await atEachSize(page, async () => {
    await page.goto('/analytics');
    await expect(page.getByText('Analytics não disponível')).toBeVisible();
    await expectNoBarriersInEachTheme(page);
  });
  await schedule(stack.url, connectedUser.token, {
    caption,
    picture: await aPicture(),
    scheduledTime: new Date(Date.now() + HOUR),
  });
  await logIn(page, stack, await withPlan(stack.url, await newUser(), 'pro'));
  await atEachSize(page, async () => {
    await page.goto('/analytics');
    await expect(page.getByText('Veja mais longe com o Premium')).toBeVisible();
    await expectNoBarriersInEachTheme(page);
  });
  await logIn(page, stack, await withPlan(stack.url, connectedUser, 'premium'));
  await atEachSize(page, async () => {
    await page.goto('/analytics');
    await expect(page.getByText('Posts com mais engajamento')).toBeVisible();
    await expectNoBarriersInEachTheme(page);
  });
});

test('pages with posts have no barriers', async ({ page, stack, connectedUser, caption }) => {
  await atEachSize(page, async () => {
    await page.goto('/connected?connected=true');
    await expect(page.getByRole('heading', { name: '@atelie.barro' })).toBeVisible();
    await expectNoBarriersInEachTheme(page);
  });

  for (const [index, hours] of [2, 3, 4, 26].entries()) {
    await schedule(stack.url, connectedUser.token, {
      caption: `${caption} ${index}`,
      scheduledTime: new Date(Date.now() + hours * HOUR),
      picture: await aPicture(),
    });
  }
  await atEachSize(page, async () => {
    await page.goto('/dashboard');
    await expect(page.getByRole('main').getByText(caption)).toBeVisible();
    await expectNoBarriersInEachTheme(page);
    await page.goto('/schedule');
    await expect(timelineEntry(page, `${caption} 3`)).toBeVisible();
    await page.getByText('Datas do mês').click();
    await expectNoBarriersInEachTheme(page);
    const details = await openDetails(page, `${caption} 3`);
    await expect(details.getByRole('heading', { name: 'Histórico' })).toBeVisible();
    await expectNoBarriersInEachTheme(page);
    await details.getByRole('button', { name: 'Publicar agora' }).click();
    await expect(page.getByRole('alertdialog', { name: 'Publicar agora?' })).toBeVisible();
    await expectNoBarriersInEachTheme(page);
    await page.keyboard.press('Escape');
    await details.getByRole('button', { name: 'Excluir' }).click();
    await expect(page.getByRole('alertdialog', { name: 'Excluir este post?' })).toBeVisible();
    await expectNoBarriersInEachTheme(page);
    await page.keyboard.press('Escape');
    await details.getByRole('button', { name: 'Editar post' }).click();
    await expect(details.getByLabel('Legenda')).toBeVisible();
    await expectNoBarriersInEachTheme(page);
  });
});

test('what mends a post has no barriers', async ({ page, stack, connectedUser, caption }) => {
  for (const fault of ['36003_2207009', '36004_2207010']) {
    await schedule(stack.url, connectedUser.token, {
      caption: `${caption} #falha_create_${fault}`,
      // Far enough ahead that it is not due while it is looked at.
      scheduledTime: new Date(Date.now() + HOUR / 3),
      picture: await aPicture(),
    });
  }
  await atEachSize(page, async () => {
    await page.goto('/schedule');
    for (const name of ['Trocar arquivo', 'Editar legenda']) {
      await page.getByRole('button', { name }).click({ timeout: 60_000 });
      await expect(page.getByRole('dialog', { name })).toBeVisible();
      await expectNoBarriersInEachTheme(page);
      await page.getByRole('button', { name: 'Cancelar' }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
  });
});

// What these walks change is changed for good: each size has a world of its own.
for (const size of sizes) {
  test.describe(`at ${size.width} px`, () => {
    test.use({ viewport: size });

    test('/support has no barriers, whatever is looked for, lacking, sent or failed', async ({
      page,
      user,
      tolerate,
    }) => {
      tolerate(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
      // What is told goes by itself after 5 or 10 s, perhaps before it has been looked through.
      await page.addInitScript({
        content: `const later = setTimeout;
          setTimeout = (work, ms, ...more) =>
            later(work, ms === 5000 || ms === 10000 ? 90000 : ms, ...more);`,
      });
      await page.goto('/support');
      const search = page.getByRole('textbox', { name: 'Buscar nas respostas' });
      await search.fill('cartão');
      await expect(page.getByText('respostas para “cartão”')).toBeVisible();
      await expectNoBarriersInEachTheme(page);
      await search.fill('zebra');
      await expect(page.getByText('Nenhuma resposta para “zebra”')).toBeVisible();
      const form = page.getByRole('form', { name: 'Falar com o suporte' });
      const send = form.getByRole('button', { name: 'Enviar mensagem' });
      await send.click();
      await expect(form.getByText('Nome é obrigatório')).toBeVisible();
      await expectNoBarriersInEachTheme(page);

      await form.getByLabel('Nome').fill('Nina Prado');
      await form.getByLabel('Categoria').selectOption('geral');
      await form.getByLabel('Assunto').fill('Uma dúvida');
      await form.getByLabel('Mensagem').fill(`De ${user.email}`);
      const line = await lineOf(page);
      await line.cut();
      await send.click();
      await expect(page.getByText('Erro no Envio')).toBeVisible();
      await expectNoBarriersInEachTheme(page);
      await line.slowDown(-1);
      await page.getByRole('button', { name: 'Tentar Novamente' }).click();
      await send.click();
      await expect(page.getByText('Mensagem Enviada!')).toBeVisible();
      await expect(page.getByRole('region', { name: 'Minhas mensagens' })).toBeVisible();
      await expectNoBarriersInEachTheme(page);
    });

    test('/account has no barriers, also when its forms complain', async ({
      page,
      stack,
      user,
    }) => {
      await call(stack.url, login, { body: { email: user.email, password: user.password } });
      await page.goto('/account');
      await expect(page.getByText('Este dispositivo', { exact: true })).toBeVisible();
      await expectNoBarriersInEachTheme(page);
      await page.getByRole('button', { name: 'Trocar senha' }).click();
      await page.getByRole('button', { name: 'Enviar link de confirmação' }).click();
      await expect(page.getByText('E-mail é obrigatório')).toBeVisible();
      await expectNoBarriersInEachTheme(page);
      await page.getByLabel('Novo e-mail').fill(`novo-${user.email}`);
      const form = page.getByRole('form', { name: 'Trocar e-mail' });
      await form.getByLabel('Sua senha', { exact: true }).fill(user.password);
      await page.getByRole('button', { name: 'Enviar link de confirmação' }).click();
      await expect(page.getByText('Falta confirmar')).toBeVisible();
      await expectNoBarriersInEachTheme(page);
    });

    test('/plans has no barriers, nor what it asks', async ({ page, stack, user }) => {
      await page.goto('/plans');
      await expect(page.getByRole('button', { name: 'Plano atual' })).toBeVisible();
      await expectNoBarriersInEachTheme(page);
      await page.getByRole('button', { name: 'Assinar plano Pro' }).click();
      await expect(page.getByRole('dialog', { name: 'Assinar o plano Pro' })).toBeVisible();
      await expectNoBarriersInEachTheme(page);
      await page.keyboard.press('Escape');

      await subscribe(stack.url, user, 'pro', 'chargeFails');
      await call(stack.url, refreshSubscription, { token: user.token });
      await page.reload();
      const mine = page.getByRole('region', { name: 'Sua assinatura' });
      await expect(mine.getByText(/^Teste até/)).toBeVisible();
      await expectNoBarriersInEachTheme(page);
      await mine.getByRole('button', { name: 'Cancelar assinatura' }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
      await expectNoBarriersInEachTheme(page);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Assinar plano Premium' }).click();
      await expect(page.getByRole('dialog', { name: 'Assinatura ativa' })).toBeVisible();
      await expectNoBarriersInEachTheme(page);
      await page.keyboard.press('Escape');
      if (size.width < 900) {
        await page.getByRole('button', { name: 'Mais', exact: true }).click();
        await expect(page.getByRole('link', { name: 'Planos', exact: true })).toBeVisible();
        await expectNoBarriersInEachTheme(page);
        await page.keyboard.press('Escape');
      }

      await endTrial(stack.sandboxUrl, user.email);
      await expect(mine.getByText('O pagamento da sua assinatura falhou')).toBeVisible({
        timeout: 60_000,
      });
      await expectNoBarriersInEachTheme(page);
      await page.goto('/schedule');
      await expect(page.getByRole('button', { name: 'Atualizar cartão' })).toBeVisible();
      await expectNoBarriersInEachTheme(page);
    });

    test('the create dialog has no barriers', async ({
      page,
      connectedUser,
      pictureFile,
    }, testInfo) => {
      await page.goto('/schedule');
      await expect(page.getByRole('grid')).toBeVisible();
      await page.getByRole('link', { name: 'Criar post' }).click();
      const composer = composerOf(page);
      await expect(composer.getByRole('heading', { name: 'Envie seus arquivos' })).toBeVisible();
      await expectNoBarriersInEachTheme(page);
      const paper = testInfo.outputPath('conta.pdf');
      await writeFile(paper, '%PDF-1.7');
      const wide = await pictureFile('larga.jpg', { width: 1600, height: 600 });
      await chooseFile(page, [await pictureFile('foto.jpg'), wide]);
      await expect(composer.getByText('2 de 10 arquivos')).toBeVisible();
      await chooseFile(page, [await pictureFile('outra.jpg'), paper]);
      await expect(composer.getByRole('button', { name: /^Adicionar/ })).toBeVisible();
      await expect(composer.getByRole('region', { name: 'Proporção' })).toBeVisible();
      await expect(composer.getByRole('alert')).toContainText(['conta.pdf']);
      await composer.getByRole('button', { name: 'Mover larga.jpg', exact: true }).click();
      await expectNoBarriersInEachTheme(page);
      await page.keyboard.press('Escape');
      await composer.getByRole('button', { name: 'Remover larga.jpg' }).click();
      await composer.getByRole('button', { name: 'Continuar' }).click();
      await expect(typeOption(page, 'Post de Imagem')).toBeVisible();
      await expectNoBarriersInEachTheme(page);
      await typeOption(page, 'Post de Imagem').click();
      await composer.getByLabel('Legenda').fill(`Olá, ${connectedUser.user.instagramUsername}!`);
      await expectNoBarriersInEachTheme(page);
      await composer.getByRole('button', { name: /^Agendar/ }).click();
      await expect(composer.getByText('Selecione data e hora')).toBeVisible();
      await expectNoBarriersInEachTheme(page);
    });

    test('choosing the time has no barriers', async ({ page, connectedUser, pictureFile }) => {
      expect(connectedUser.user.instagramUsername).toBe('atelie.barro');
      await page.goto('/schedule');
      await page.getByRole('link', { name: 'Criar post' }).click();
      await chooseAndContinue(page, await pictureFile('foto.jpg'));
      await typeHour(page, '1800');
      await dayButton(page).click();
      await expect(calendarOf(page).getByRole('grid')).toBeVisible();
      await expectNoBarriersInEachTheme(page);
    });
  });
}
