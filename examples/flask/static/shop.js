// An event is for display only: the order page asks the server, which asks the gateway.
document.addEventListener('tender-paid', () => location.reload())
