import { expect, test } from 'vitest';
import { openPage } from '../../../testing/open-page.tsx';
import { paths } from '../../ui/page/paths.ts';

test('the application replaces the head elements of the server at once', async () => {
  const served = document.createElement('link');
  Object.assign(served, { rel: 'canonical', href: '/served' });
  served.dataset['served'] = '';
  document.head.append(served);
  const counts = new Set<number>();
  const observer = new MutationObserver(() =>
    counts.add(document.head.querySelectorAll('link[rel=canonical]').length),
  );
  observer.observe(document.head, { childList: true });
  await openPage(paths.login);
  await expect.poll(() => served.isConnected).toBe(false);
  observer.disconnect();
  expect([...counts]).toEqual([1]);
});
