// The package is built after it is checked, so that its own declarations are not there yet.
declare module 'tender-checkout/define'
