// Served instead of the other where the installation says SERVICE_WORKER=off: it forgets what was kept
// on the device, and ends itself.
import { scope } from './scope.ts';

scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));
scope.addEventListener('activate', (event) => event.waitUntil(unregister()));

async function unregister(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.map((name) => caches.delete(name)));
  await scope.registration.unregister();
}
