<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Your order</title>
    <script src="/shop.js"></script>
    <script async crossorigin src="<?= $proxy ?>/v1/checkout.js"></script>
  </head>
  <body>
    <h1>Your order</h1>
    <tender-checkout order="<?= $ticket ?>" src="<?= $proxy ?>"></tender-checkout>
  </body>
</html>
