/** Specification, section 8. */
export const NOT_CONNECTED =
  'Conta do Instagram não conectada. O post não será publicado até você conectar uma conta.';
