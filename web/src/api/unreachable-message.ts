/** A separate module, because the login page shows it even when the API client failed to load. */
export const unreachableMessage =
  'Sem conexão com o servidor. Verifique sua internet e tente de novo.';
