<?php

// The front controller: every request comes here. In Laravel these are routes, and orders are a model.
declare(strict_types=1);

require __DIR__ . '/../tender.php';
require __DIR__ . '/../orders.php';

const CATALOGUE = ['tea' => ['title' => 'A tin of tea', 'amount' => 4990]];
const CURRENCY = '978';

$tender = Tender::fromEnvironment();
$orders = new Orders(getenv('ORDERS') ?: sys_get_temp_dir() . '/tender-example-orders');
$shop = getenv('SHOP_URL') ?: 'http://localhost:3000';
$method = $_SERVER['REQUEST_METHOD'];
$path = (string) parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);

function show(Tender $tender, string $view, array $values = []): void
{
    header('Content-Security-Policy: ' . $tender->policy());
    header('Cache-Control: no-store');
    extract(array_map('htmlspecialchars', $values));
    require __DIR__ . "/../views/$view.php";
}

/** Writes down what an order of the proxy says. The webhook and the page after the payment both come here. */
function apply(Orders $orders, array $order): array
{
    return $orders->update($order['orderNumber'], function (array $stored) use ($order): array {
        [$record, $changes] = Tender::reconcile($stored['record'], $order);
        $title = CATALOGUE[$stored['item']]['title'];
        foreach ($changes as $change) {
            if ($change['type'] === 'paid' && $record['paid'] === $record['amount'] && $record['refundedElsewhere'] === 0) {
                error_log("Sending $title of order {$record['orderNumber']}");
            } elseif ($change['type'] === 'mismatch') {
                error_log("Look at order {$record['orderNumber']}: its {$change['field']} is not the shop's");
            }
        }
        return ['record' => $record] + $stored;
    });
}

if ($method === 'GET' && $path === '/') {
    show($tender, 'product', ['title' => CATALOGUE['tea']['title']]);
} elseif ($method === 'POST' && $path === '/orders') {
    $item = $_POST['item'] ?? '';
    if (!is_string($item) || !isset(CATALOGUE[$item])) {
        http_response_code(400);
        return;
    }
    header('Location: /orders/' . $orders->create($item, CATALOGUE[$item]['amount'], CURRENCY), true, 303);
} elseif ($method === 'GET' && preg_match('~^/orders/([^/]+)$~D', $path, $match) && $orders->has($match[1])) {
    $order = $tender->order($match[1]);
    $record = $order === null ? null : apply($orders, $order)['record'];
    if ($record !== null && $record['paid'] === $record['amount']) {
        show($tender, 'paid');
        return;
    }
    $record = $record ?? $orders->update($match[1], fn (array $stored): array => $stored)['record'];
    $ticket = $tender->sign([
        'orderNumber' => $record['orderNumber'],
        'amount' => $record['amount'],
        'currency' => $record['currency'],
        'returnUrl' => "$shop/orders/{$record['orderNumber']}",
    ]);
    show($tender, 'order', ['proxy' => $tender->proxy, 'ticket' => $ticket]);
} elseif ($method === 'POST' && $path === '/webhooks') {
    $event = $tender->webhook(file_get_contents('php://input'), $_SERVER);
    http_response_code($event === null ? 400 : 204);
    // The type only says why the order is sent; what has become of it, the order says.
    $isOrder = $event !== null && strpos($event['type'], 'order.') === 0;
    if ($isOrder && $orders->has($event['data']['orderNumber'] ?? '')) {
        apply($orders, $event['data']);
    }
} elseif (PHP_SAPI === 'cli-server' && $path === '/shop.js') {
    return false; // the built-in server sends the file
} else {
    http_response_code(404);
}
