import { paths } from '@pontual/contract/shared/paths.ts';
import { expect, logIn, test } from '../support/fixtures.ts';
import { budgets, measureWeight } from '../support/page-weight.ts';

test('each page loads no more JavaScript than its budget, named by its document', async ({
  browser,
  stack,
  newUser,
}) => {
  const named = new Set<string>([paths.login, paths.plans, paths.schedule]);
  for (const { name, path, visitorKind, maxBytes } of budgets) {
    await test.step(name, async () => {
      // In a browser that has nothing cached.
      const context = await browser.newContext();
      const page = await context.newPage();
      if (visitorKind === 'user') await logIn(page, stack, await newUser());
      const url = `${stack.url}${path}`;
      const { scripts, files } = await measureWeight(page, url, visitorKind);
      const loaded = files.filter((file) => file.name.endsWith('.js'));
      const told = loaded.map((file) => `${file.bytes} ${file.name}`).join('\n');
      expect(scripts).toBeGreaterThan(0);
      expect.soft(scripts, told).toBeLessThanOrEqual(maxBytes);
      if (visitorKind === 'visitor' && named.has(path)) {
        const document = await (await page.request.get(url)).text();
        // What it names is fetched at once, not when another script has come and asked for it.
        const unnamed = loaded.filter((file) => !document.includes(`"${file.name}"`));
        expect.soft(unnamed, name).toEqual([]);
      }
      await context.close();
    });
  }
});
