package shop.order;

import shop.store.Store;

/** One order. */
public class Order implements Store.Keyed<String> {
    /** How far it is. */
    public enum State {
        OPEN,
        SENT("on its way") {
            @Override
            boolean isFinal() {
                return describe().isEmpty();
            }
        },
        DONE("here");

        private final String text;

        State() {
            this("");
        }

        State(String text) {
            this.text = text;
        }

        boolean isFinal() {
            return this == DONE;
        }

        String describe() {
            return text.trim();
        }
    }

    private final String key;
    private State state = State.OPEN;
    private int total;

    public Order(String key) {
        this.key = key;
    }

    Order(String key, Line... lines) {
        this(key);
        for (var line : lines) {
            add(line);
        }
    }

    @Override
    public String key() {
        return key;
    }

    Order add(Line line) {
        return add(line.price(), line.count());
    }

    Order add(int price) {
        return add(price, 1);
    }

    Order add(long price) {
        return add((int) price);
    }

    Order add(int price, int count) {
        total += price * count;
        return this;
    }

    int total() {
        return total;
    }

    State state() {
        return state;
    }

    void send() {
        switch (state) {
            case OPEN:
                state = State.SENT;
                break;
            default:
                fail("state " + state.describe());
        }
    }

    private static void fail(Object reason) {
        throw new IllegalStateException(String.valueOf(reason));
    }

    /** One line of an order. */
    record Line(int price, int count) {
        Line {
            if (count < 0) {
                fail(count);
            }
        }

        static Line of(int price) {
            return new Line(price, 1);
        }
    }
}
