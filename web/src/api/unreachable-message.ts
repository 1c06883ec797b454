/** Apart from the client, because the login page says it even when the client did not arrive. */
export const unreachableMessage =
  'Sem conexão com o servidor. Verifique sua internet e tente de novo.';
